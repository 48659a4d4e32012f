// Writes reviewdog's format (rdjson); reviewdog turns fixes into suggestions in a pull request.
//
// The columns of this format count bytes. Upstream: reviewdog proto/rdf/reviewdog.proto.
#include <set>
#include <span>
#include <utility>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "schema/base/text.h"
#include "schema/json/write.h"

namespace structural::findings {
namespace {

void AppendPlace(std::string_view key, const TextPlace& place, json::Writer& to) {
  to.Key(key).BeginObject().Add("line", place.at.line).Add("column", place.byte_column).EndObject();
}

void AppendSuggestion(const Replacement& replacement, json::Writer& to) {
  to.Key("suggestions").BeginList().BeginObject().Key("range").BeginObject();
  AppendPlace("start", replacement.begin, to);
  AppendPlace("end", replacement.end, to);
  to.EndObject().Add("text", replacement.with).EndObject().EndList();
}

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
  // `suggested` may be null.
  void Append(const std::string& file, const Finding& finding, const Replacement* suggested, std::string& text) {
    std::string message = finding.path;
    base::AppendItem(message, ": ", finding.message);
    if (finding.fix) message.append("\n").append(finding.fix->what);
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

  // Writes one diagnostic for each suggestion, because a comment in a pull request has one place.
  // No suggestion is repeated.
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

}  // namespace structural::findings
