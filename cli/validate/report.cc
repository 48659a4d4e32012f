#include "cli/validate/report.h"

#include <utility>

#include "cli/rules/object_rules.h"
#include "schema/base/quote.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

using findings::FileReport;
using findings::Finding;

// FILE:LINE:COLUMN: TEXT
class LineReporter : public findings::Reporter {
 public:
  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      std::string line = document::PlaceText(report.file, finding.at) + ": ";
      if (finding.severity == findings::Severity::kWarning) line += "warning: ";
      text += base::EscapeUnprintable(line + finding.server) + "\n";
    }
    return text;
  }
  std::string End(const findings::Summary&) override { return {}; }
};

// {"findings": […], "summary": {…}}
class ObjectJsonReporter : public findings::Reporter {
 public:
  explicit ObjectJsonReporter(const Totals& totals) : totals_(totals) {}

  std::string Begin() override { return "{\"findings\": ["; }

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      json::Writer to(text += std::exchange(separator_, ",\n"));
      to.BeginObject().Add("rule", finding.rule).Add("severity", Name(finding.severity));
      to.Add("file", report.file).Add("line", finding.at.line).Add("column", finding.at.column);
      to.Add("object", finding.crd).Add("path", finding.path);
      to.Add("message", finding.server).EndObject();
    }
    return text;
  }

  std::string End(const findings::Summary&) override {
    const findings::Summary& files = totals_.files;
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("files", files.files).Add("objects", files.crds);
    to.Add("creates", totals_.creates).Add("updates", totals_.updates);
    to.Add("missing", totals_.missing).Add("others", files.others).Add("unread", files.unread);
    to.Add("errors", files.violations).Add("warnings", files.warnings).EndObject();
    return text + "}\n";
  }

 private:
  const Totals& totals_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<findings::Reporter> NewObjectReporter(std::string_view form, const Totals& totals) {
  if (form == "json") return std::make_unique<ObjectJsonReporter>(totals);
  if (form == "text") return std::make_unique<LineReporter>();
  return findings::NewReporter(form, {"structural validate", lint_rules::RulesForObjects()});
}

}  // namespace structural::cli
