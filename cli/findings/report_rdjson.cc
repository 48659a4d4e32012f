// The form that reviewdog reads (rdjson), which turns fixes into suggestions in a pull request.
//
// Columns count bytes there. Upstream: reviewdog proto/rdf/reviewdog.proto.
#include <set>
#include <span>

#include <nlohmann/json.hpp>

#include "cli/findings/reporter.h"
#include "cli/rules/rules.h"
#include "cli/shared/dump_json.h"

namespace structural::lint {
namespace {

using nlohmann::ordered_json;

ordered_json PlaceOf(const TextPlace& place) {
  return {{"line", place.at.line}, {"column", place.byte_column}};
}

ordered_json RangeOf(const Replacement& replacement) {
  return {{"start", PlaceOf(replacement.begin)}, {"end", PlaceOf(replacement.end)}};
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

  std::string End(const Summary&) override { return "\n]}\n"; }

 private:
  static ordered_json Diagnostic(const std::string& file, const Finding& finding) {
    std::string message = finding.path;
    message.append(message.empty() ? "" : ": ").append(finding.message);
    if (finding.fix) message.append("\n").append(finding.fix->what);
    ordered_json code = {{"value", finding.rule}};
    const rules::Rule* rule = FindRule(finding.rule);
    if (rule != nullptr && rule->section != nullptr) code["url"] = rule->section->url;
    const ordered_json start = {{"line", finding.at.line}};
    return {{"message", message},
            {"location", {{"path", file}, {"range", {{"start", start}}}}},
            {"severity", finding.severity == Severity::kError ? "ERROR" : "WARNING"},
            {"code", code}};
  }

  void Add(const ordered_json& diagnostic, std::string& to) {
    to += std::exchange(separator_, ",\n") + DumpJson(diagnostic);
  }

  // One suggestion in each: a comment in a pull request has the place of one only. None is made
  // twice.
  std::string Diagnostics(const std::string& file, const Finding& finding,
                          std::set<document::Position>& suggested) {
    std::string text;
    auto diagnostic = Diagnostic(file, finding);
    const std::span<const Replacement> parts =
        finding.fix ? std::span(finding.fix->replacements) : std::span<const Replacement>();
    for (const Replacement& part : parts) {
      if (!suggested.insert(part.begin.at).second) continue;
      const ordered_json suggestion = {{"range", RangeOf(part)}, {"text", part.with}};
      diagnostic["suggestions"] = ordered_json::array({suggestion});
      Add(diagnostic, text);
    }
    if (!diagnostic.contains("suggestions")) Add(diagnostic, text);
    return text;
  }

  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewRdjsonReporter() { return std::make_unique<RdjsonReporter>(); }

}  // namespace structural::lint
