// Writes Checkstyle's XML, which many CI servers read.
#include "cli/report/findings/reporter.h"
#include "cli/report/findings/xml.h"
#include "schema/base/text.h"

namespace structural::findings {
namespace {

class CheckstyleReporter : public Reporter {
 public:
  std::string Begin() override { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"; }

  std::string File(const FileReport& report) override {
    if (report.findings.empty()) return {};
    std::string text = "  <file name=\"" + XmlText(report.file) + "\">\n";
    for (const Finding& finding : report.findings) {
      std::string message = finding.path;
      base::AppendItem(message, ": ", finding.message);
      text += "    <error line=\"" + std::to_string(finding.at.line) + "\" column=\"" +
              std::to_string(finding.at.column) + "\" severity=\"" + std::string(Name(finding.severity)) +
              "\" message=\"" + XmlText(message) + "\" source=\"structural." + XmlText(finding.rule) + "\"/>\n";
    }
    return text + "  </file>\n";
  }

  std::string End(const Summary& summary) override {
    std::string text;
    if (!summary.errors.empty()) text += "  <file name=\"structural\">\n";
    for (const std::string& error : summary.errors)
      text += "    <error line=\"1\" column=\"1\" severity=\"error\" message=\"" + XmlText(error) +
              "\" source=\"structural\"/>\n";
    if (!summary.errors.empty()) text += "  </file>\n";
    return text + "</checkstyle>\n";
  }
};

}  // namespace

std::unique_ptr<Reporter> NewCheckstyleReporter() { return std::make_unique<CheckstyleReporter>(); }

}  // namespace structural::findings
