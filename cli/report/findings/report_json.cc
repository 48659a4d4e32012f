// The reporters that write JSON: lint's own format, reviewdog's format and SARIF.
#include <cctype>
#include <cstdio>
#include <set>
#include <span>
#include <utility>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/explain.h"
#include "cli/report/rules/rules.h"
#include "schema/base/hex.h"
#include "schema/base/running_hash.h"
#include "schema/json/write.h"

namespace structural::findings {
namespace {

// Writes {"findings": […], "rules": {…}, "summary": {…}}.
class JsonReporter : public Reporter {
 public:
  std::string Begin() override { return "{\"findings\": ["; }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      rules_.insert(finding.rule);
      text += std::exchange(separator_, ",\n");
      AppendEntry(report.file, finding, text);
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    std::string text = "\n],\n\"rules\": ";
    json::Writer to(text);
    to.BeginObject();
    for (const std::string_view id : rules_) {
      const crd::Rule& rule = *rules::FindRule(id);
      to.Key(id).BeginObject();
      to.Add("what", rule.what).Add("why", rule.why).Add("fix", rule.fix).EndObject();
    }
    to.EndObject();
    text += ",\n\"summary\": ";
    to.BeginObject().Add("files", summary.files).Add("crds", summary.crds);
    to.Add("others", summary.other_documents).Add("unread", summary.unread_documents);
    to.Add("violations", summary.violations).Add("warnings", summary.warnings);
    to.Add("suppressed", summary.suppressed).Add("known", summary.baseline_findings);
    to.Add("hidden", summary.hidden_findings).Key("skipped").Raw(summary.skipped.Json());
    to.Add("errors", summary.errors).EndObject();
    return text + "}\n";
  }

 private:
  static void AppendEntry(const std::string& file, const Finding& finding, std::string& text) {
    json::Writer to(text);
    to.BeginObject().Add("rule", finding.rule).Add("severity", Name(finding.severity));
    to.Add("file", file).Add("line", finding.at.line).Add("column", finding.at.column);
    to.Add("crd", finding.crd).Add("versions", finding.versions).Add("path", finding.path);
    to.Add("message", finding.message).Add("server", finding.server_message).EndObject();
  }

  std::set<std::string_view> rules_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

namespace {

void AppendPlace(std::string_view key, const TextPlace& place, json::Writer& to) {
  to.Key(key).BeginObject().Add("line", place.at.line).Add("column", place.byte_column).EndObject();
}

void AppendSuggestion(const Replacement& replacement, json::Writer& to) {
  to.Key("suggestions").BeginList().BeginObject().Key("range").BeginObject();
  AppendPlace("start", replacement.begin, to);
  AppendPlace("end", replacement.end, to);
  to.EndObject().Add("text", replacement.new_text).EndObject().EndList();
}

// Writes reviewdog's format (rdjson). Reviewdog shows fixes as suggestions in a pull request. Columns in this format
// count bytes.
// Upstream: reviewdog proto/rdf/reviewdog.proto.
class RdjsonReporter : public Reporter {
 public:
  std::string Begin() override { return R"({"source":{"name":"structural"},"diagnostics":[)"; }

  std::string File(const FileReport& report) override {
    std::string text;
    std::set<document::Position> suggested;
    for (const Finding& finding : report.findings) {
      text += Diagnostics(report.file, finding, suggested);
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    std::string text;
    for (const std::string& error : summary.errors) {
      json::Writer to(text += std::exchange(separator_, ",\n"));
      to.BeginObject().Add("message", error).Add("severity", "ERROR").EndObject();
    }
    return text + "\n]}\n";
  }

 private:
  // Appends a diagnostic for a finding to `text`. `suggested` is the replacement that the diagnostic suggests; null:
  // none.
  void Append(const std::string& file, const Finding& finding, const Replacement* suggested, std::string& text) {
    std::string message = Text(finding);
    if (finding.fix) message.append("\n").append(Text(*finding.fix));
    json::Writer to(text += std::exchange(separator_, ",\n"));
    to.BeginObject().Add("message", message);
    to.Key("location").BeginObject().Add("path", file).Key("range").BeginObject();
    to.Key("start").BeginObject().Add("line", finding.at.line).EndObject().EndObject().EndObject();
    to.Add("severity", finding.severity == Severity::kError ? "ERROR" : "WARNING");
    to.Key("code").BeginObject().Add("value", finding.rule);
    const crd::Rule* rule = rules::FindRule(finding.rule);
    if (rule != nullptr && rule->section != nullptr) to.Add("url", rule->section->url);
    to.EndObject();
    if (suggested != nullptr) AppendSuggestion(*suggested, to);
    to.EndObject();
  }

  // Returns a diagnostic for each replacement of the finding's fix, because a comment in a pull request is at one
  // place. Omits replacements at places in `suggested`, which earlier diagnostics already replace.
  std::string Diagnostics(const std::string& file, const Finding& finding, std::set<document::Position>& suggested) {
    std::string text;
    const std::span<const Replacement> parts =
        finding.fix ? std::span(finding.fix->replacements) : std::span<const Replacement>();
    for (const Replacement& part : parts) {
      if (suggested.insert(part.begin.at).second) Append(file, finding, &part, text);
    }
    if (text.empty()) Append(file, finding, nullptr, text);
    return text;
  }

  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewRdjsonReporter() { return std::make_unique<RdjsonReporter>(); }

namespace {

// Returns the URI of a path. For a relative path, returns a relative reference.
std::string Uri(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri(path.starts_with('/') ? "file://" : "");
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x80 && std::isalnum(byte) != 0) || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      base::AppendPercentEscape(byte, uri);
    }
  }
  return uri;
}

// Returns a hash of a text. Later releases must return the same hash, because readers of SARIF recognize known findings
// by it.
std::string Hash(std::string_view text) {
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(base::RunningHash(text)));
  return hex;
}

std::string TextWithCrd(const Finding& finding) {
  return finding.crd.empty() ? Text(finding) : Text(finding) + " (" + finding.crd + ")";
}

// Writes SARIF 2.1.0, which GitHub code scanning and editors read.
class SarifReporter : public Reporter {
 public:
  SarifReporter(std::string_view version, const ReportedBy& by)
      : version_(version), rules_(by.rules.empty() ? rules::LintRules() : by.rules) {}

  std::string Begin() override {
    std::string text = R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json",)"
                       R"("version":"2.1.0","runs":[{"tool":{"driver":{"name":"structural")";
    json::Writer to(text);
    to.Add("semanticVersion", version_).Key("rules").BeginList();
    const char* separator = "\n";
    for (const crd::Rule* rule : rules_) {
      text += std::exchange(separator, ",\n");
      AppendDescriptor(*rule, to);
    }
    return text + "\n]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[";
  }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      json::Writer to(text += std::exchange(separator_, ",\n"));
      AppendResult(report.file, finding, to);
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    std::string text = "\n],\"invocations\":[";
    json::Writer to(text);
    to.BeginObject().Add("executionSuccessful", summary.unread_documents == 0 && summary.errors.empty());
    if (!summary.errors.empty()) AppendNotifications(summary.errors, to);
    to.EndObject();
    return text + "]}]}\n";
  }

 private:
  static void AppendText(std::string_view key, std::string_view text, json::Writer& to) {
    to.Key(key).BeginObject().Add("text", text).EndObject();
  }

  static void AppendNotifications(const std::vector<std::string>& errors, json::Writer& to) {
    to.Key("toolExecutionNotifications").BeginList();
    for (const std::string& error : errors) {
      to.BeginObject().Add("level", "error");
      AppendText("message", error, to);
      to.EndObject();
    }
    to.EndList();
  }

  // Writes the texts of a rule, which GitHub and editors show with a finding.
  static void AppendDescriptor(const crd::Rule& rule, json::Writer& to) {
    to.BeginObject().Add("id", rule.id);
    AppendText("shortDescription", rule.what, to);
    AppendText("fullDescription", rule.why, to);
    to.Key("help").BeginObject().Add("text", rule.fix);
    to.Add("markdown", rules::ExplainMarkdown(rule)).EndObject();
    if (rule.section != nullptr) to.Add("helpUri", rule.section->url);
    to.EndObject();
  }

  std::size_t IndexOf(std::string_view rule) const {
    const auto id = [](const crd::Rule* each) { return each->id; };
    return static_cast<std::size_t>(std::ranges::find(rules_, rule, id) - rules_.begin());
  }

  static void AppendArtifact(const std::string& file, json::Writer& to) {
    to.Key("artifactLocation").BeginObject().Add("uri", Uri(file)).EndObject();
  }

  static void AppendLocation(const std::string& file, const Finding& finding, json::Writer& to) {
    to.BeginObject().Key("physicalLocation").BeginObject();
    AppendArtifact(file, to);
    to.Key("region").BeginObject().Add("startLine", finding.at.line);
    to.Add("startColumn", finding.at.column).EndObject().EndObject();
    if (!finding.path.empty()) {
      to.Key("logicalLocations").BeginList().BeginObject();
      to.Add("fullyQualifiedName", finding.crd + ": " + finding.path).Add("kind", "member");
      to.EndObject().EndList();
    }
    to.EndObject();
  }

  void AppendResult(const std::string& file, const Finding& finding, json::Writer& to) const {
    to.BeginObject().Add("ruleId", finding.rule).Add("ruleIndex", IndexOf(finding.rule));
    to.Add("level", Name(finding.severity));
    AppendText("message", TextWithCrd(finding), to);
    to.Key("locations").BeginList();
    AppendLocation(file, finding, to);
    to.EndList().Key("partialFingerprints").BeginObject();
    to.Add("structuralIdentity/v2", Hash(Identity(finding))).EndObject();
    if (finding.fix) AppendFix(file, *finding.fix, to);
    to.EndObject();
  }

  static void AppendFix(const std::string& file, const SuggestedFix& fix, json::Writer& to) {
    to.Key("fixes").BeginList().BeginObject();
    AppendText("description", Text(fix), to);
    to.Key("properties").BeginObject().Add("class", fix.impact).Add("reason", fix.reason).EndObject();
    to.Key("artifactChanges").BeginList().BeginObject();
    AppendArtifact(file, to);
    to.Key("replacements").BeginList();
    for (const Replacement& each : fix.replacements) {
      to.BeginObject().Key("deletedRegion").BeginObject();
      to.Add("startLine", each.begin.at.line).Add("startColumn", each.begin.at.column);
      to.Add("endLine", each.end.at.line).Add("endColumn", each.end.at.column).EndObject();
      if (!each.new_text.empty()) AppendText("insertedContent", each.new_text, to);
      to.EndObject();
    }
    to.EndList().EndObject().EndList().EndObject().EndList();
  }

  const std::string version_;
  const std::span<const crd::Rule* const> rules_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewSarifReporter(std::string_view version, const ReportedBy& by) {
  return std::make_unique<SarifReporter>(version, by);
}

}  // namespace structural::findings
