// One JSON object: {"findings": […], "rules": {…}, "summary": {…}}.
#include <set>
#include <utility>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "schema/json/write.h"

namespace structural::findings {
namespace {

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
    to.Add("others", summary.others).Add("unread", summary.unread);
    to.Add("violations", summary.violations).Add("warnings", summary.warnings);
    to.Add("suppressed", summary.suppressed).Add("known", summary.known);
    to.Add("hidden", summary.hidden).Key("skipped").Raw(summary.skipped.Json());
    to.Add("errors", summary.errors).EndObject();
    return text + "}\n";
  }

 private:
  static void AppendEntry(const std::string& file, const Finding& finding, std::string& text) {
    json::Writer to(text);
    to.BeginObject().Add("rule", finding.rule).Add("severity", Name(finding.severity));
    to.Add("file", file).Add("line", finding.at.line).Add("column", finding.at.column);
    to.Add("crd", finding.crd).Add("versions", finding.versions).Add("path", finding.path);
    to.Add("message", finding.message).Add("server", finding.server).EndObject();
  }

  std::set<std::string_view> rules_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<Reporter> NewJsonReporter() { return std::make_unique<JsonReporter>(); }

}  // namespace structural::findings
