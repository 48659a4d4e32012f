// SARIF 2.1.0, as GitHub code scanning and editors read it.
#include <nlohmann/json.hpp>

#include "cli/findings/reporter.h"
#include "cli/rules/explain.h"
#include "cli/rules/rules.h"
#include "cli/shared/dump_json.h"
#include "schema/base/running_hash.h"

namespace structural::lint {
namespace {

using nlohmann::ordered_json;

// A path as a relative reference, or as an absolute URI.
std::string Uri(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~/";
  std::string uri(path.starts_with('/') ? "file://" : "");
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x80 && std::isalnum(byte) != 0) || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[byte >> 4];
      uri += kHex[byte & 0xF];
    }
  }
  return uri;
}

// Stable from run to run and release to release.
std::string Hash(std::string_view text) {
  char hex[17];
  std::snprintf(hex, sizeof hex, "%016llx",
                static_cast<unsigned long long>(base::RunningHash(text)));
  return hex;
}

std::string Text(const Finding& finding) {
  std::string text = finding.path;
  text.append(text.empty() ? "" : ": ").append(finding.message);
  if (!finding.crd.empty()) text.append(" (").append(finding.crd).append(")");
  return text;
}

class SarifReporter : public Reporter {
 public:
  explicit SarifReporter(std::string_view version) : version_(version) {}

  std::string Begin() override {
    std::string rules;
    for (const rules::Rule* rule : AllRules()) {
      rules += (rules.empty() ? "\n" : ",\n") + DumpJson(Descriptor(*rule));
    }
    return R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",)"
           R"("runs":[{"tool":{"driver":{"name":"structural","semanticVersion":)" +
           DumpJson(version_) + R"(,"rules":[)" + rules +
           "\n]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[";
  }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      text += std::exchange(separator_, ",\n") + DumpJson(Result(report.file, finding));
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    const ordered_json invocations = {{{"executionSuccessful", summary.unread == 0}}};
    return "\n],\"invocations\":" + DumpJson(ordered_json::array({invocations[0]})) + "}]}\n";
  }

 private:
  // What GitHub and editors show beside a finding.
  static ordered_json Descriptor(const rules::Rule& rule) {
    ordered_json descriptor = {{"id", rule.id},
                               {"shortDescription", {{"text", rule.what}}},
                               {"fullDescription", {{"text", rule.why}}},
                               {"help", {{"text", rule.fix}, {"markdown", ExplainMarkdown(rule)}}}};
    if (rule.section != nullptr) descriptor["helpUri"] = rule.section->url;
    return descriptor;
  }

  static std::size_t IndexOf(std::string_view rule) {
    const auto all = AllRules();
    return static_cast<std::size_t>(
        std::ranges::find(all, rule, [](const rules::Rule* r) { return r->id; }) - all.begin());
  }

  static ordered_json Result(const std::string& file, const Finding& finding) {
    ordered_json region = {{"startLine", finding.at.line}, {"startColumn", finding.at.column}};
    ordered_json location = {
        {"physicalLocation", {{"artifactLocation", {{"uri", Uri(file)}}}, {"region", region}}}};
    if (!finding.path.empty()) {
      location["logicalLocations"] = ordered_json::array(
          {{{"fullyQualifiedName", finding.crd + ": " + finding.path}, {"kind", "member"}}});
    }
    ordered_json result = {
        {"ruleId", finding.rule},
        {"ruleIndex", IndexOf(finding.rule)},
        {"level", Name(finding.severity)},
        {"message", {{"text", Text(finding)}}},
        {"locations", ordered_json::array({location})},
        {"partialFingerprints", {{"structuralIdentity/v1", Hash(Identity(finding))}}}};
    if (finding.fix) result["fixes"] = ordered_json::array({Fix(file, *finding.fix)});
    return result;
  }

  static ordered_json Fix(const std::string& file, const SuggestedFix& fix) {
    ordered_json replacements = ordered_json::array();
    for (const Replacement& each : fix.replacements) {
      ordered_json replacement = {{"deletedRegion",
                                   {{"startLine", each.begin.at.line},
                                    {"startColumn", each.begin.at.column},
                                    {"endLine", each.end.at.line},
                                    {"endColumn", each.end.at.column}}}};
      if (!each.with.empty()) replacement["insertedContent"] = {{"text", each.with}};
      replacements.push_back(std::move(replacement));
    }
    const ordered_json change = {{"artifactLocation", {{"uri", Uri(file)}}},
                                 {"replacements", std::move(replacements)}};
    return {{"description", {{"text", fix.what}}},
            {"artifactChanges", ordered_json::array({change})}};
  }

  const std::string version_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewSarifReporter(std::string_view version) {
  return std::make_unique<SarifReporter>(version);
}

}  // namespace structural::lint
