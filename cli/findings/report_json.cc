// One JSON object: {"findings": […], "rules": {…}, "summary": {…}}.
#include <set>

#include <nlohmann/json.hpp>

#include "cli/findings/reporter.h"
#include "cli/rules/rules.h"
#include "cli/shared/dump_json.h"

namespace structural::lint {
namespace {

using nlohmann::ordered_json;

class JsonReporter : public Reporter {
 public:
  std::string Begin() override { return "{\"findings\": ["; }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      rules_.insert(finding.rule);
      text += std::exchange(separator_, ",\n") + DumpJson(Entry(report.file, finding));
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    ordered_json rules = ordered_json::object();
    for (const std::string_view id : rules_) {
      const rules::Rule& rule = *FindRule(id);
      rules[std::string(id)] = {{"what", rule.what}, {"why", rule.why}, {"fix", rule.fix}};
    }
    const ordered_json counts = {{"files", summary.files},           {"crds", summary.crds},
                                 {"others", summary.others},         {"unread", summary.unread},
                                 {"violations", summary.violations}, {"warnings", summary.warnings},
                                 {"suppressed", summary.suppressed}, {"known", summary.known},
                                 {"hidden", summary.hidden}};
    return "\n],\n\"rules\": " + DumpJson(rules) + ",\n\"summary\": " + DumpJson(counts) + "}\n";
  }

 private:
  static ordered_json Entry(const std::string& file, const Finding& finding) {
    return {{"rule", finding.rule},
            {"severity", Name(finding.severity)},
            {"file", file},
            {"line", finding.at.line},
            {"column", finding.at.column},
            {"crd", finding.crd},
            {"versions", finding.versions},
            {"path", finding.path},
            {"message", finding.message},
            {"server", finding.server}};
  }

  std::set<std::string_view> rules_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

}  // namespace structural::lint
