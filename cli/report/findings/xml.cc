#include "cli/report/findings/xml.h"

#include <algorithm>
#include <span>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"

namespace structural::findings {
namespace {

bool IsXmlChar(char32_t c) {
  const bool control = c < ' ' || (c >= 0x7F && c <= 0x9F);
  return c == '\t' || c == '\n' || c == '\r' || (!control && c != 0xFFFE && c != 0xFFFF);
}

}  // namespace

std::string XmlText(std::string_view text) {
  std::string xml;
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    text.remove_prefix(static_cast<std::size_t>(rune.size));
    switch (rune.value) {
      case '&': xml += "&amp;"; break;
      case '<': xml += "&lt;"; break;
      case '>': xml += "&gt;"; break;
      case '"': xml += "&quot;"; break;
      case '\n': xml += "&#10;"; break;
      case '\r': xml += "&#13;"; break;
      case '\t': xml += "&#9;"; break;
      default: base::AppendRune(IsXmlChar(rune.value) ? rune.value : base::kReplacementRune, xml);
    }
  }
  return xml;
}

namespace {

// Checkstyle's XML, which many CI servers read.
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

namespace {

std::string FixOf(std::string_view id, std::span<const crd::Rule* const> rules) {
  const auto found = std::ranges::find(rules, id, [](const crd::Rule* rule) { return rule->id; });
  return found == rules.end() ? std::string() : std::string((*found)->fix);
}

std::string Case(const std::string& file, const Finding& finding, const std::string& fix) {
  const std::string line = std::to_string(finding.at.line);
  const bool error = finding.severity == Severity::kError;
  std::string text = "    <testcase classname=\"" + XmlText(file) + "\" name=\"" +
                     XmlText(std::string(finding.rule) + " at " + line + ":" + std::to_string(finding.at.column) + " " +
                             finding.path) +
                     "\" time=\"0\">\n";
  if (error) {
    text +=
        "      <failure type=\"" + XmlText(finding.rule) + "\" message=\"" + XmlText(finding.message) + "\">" +
        XmlText(file + ":" + line + ": " + (finding.server.empty() ? finding.message : finding.server) + "\n" + fix) +
        "</failure>\n";
  } else {
    text += "      <system-out>" + XmlText("warning: " + finding.message) + "</system-out>\n";
  }
  return text + "    </testcase>\n";
}

// JUnit's XML: a testsuite for each file, and a testcase for each finding. A file without findings has one testcase,
// which passes.
class JunitReporter : public Reporter {
 public:
  explicit JunitReporter(const ReportedBy& by)
      : name_(by.command), rules_(by.rules.empty() ? rules::LintRules() : by.rules) {}

  std::string Begin() override {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + XmlText(name_) + "\">\n";
  }

  std::string File(const FileReport& report) override {
    std::size_t failures = 0;
    for (const Finding& finding : report.findings) {
      failures += finding.severity == Severity::kError ? 1 : 0;
    }
    const std::size_t tests = std::max<std::size_t>(1, report.findings.size());
    std::string text = "  <testsuite name=\"" + XmlText(report.file) + "\" tests=\"" + std::to_string(tests) +
                       "\" failures=\"" + std::to_string(failures) + "\" errors=\"0\" time=\"0\">\n";
    for (const Finding& finding : report.findings) text += Case(report.file, finding, FixOf(finding.rule, rules_));
    if (report.findings.empty()) {
      text += "    <testcase classname=\"" + XmlText(report.file) + "\" name=\"structural\" time=\"0\"/>\n";
    }
    return text + "  </testsuite>\n";
  }

  std::string End(const Summary& summary) override {
    if (summary.errors.empty()) return "</testsuites>\n";
    const std::string count = std::to_string(summary.errors.size());
    std::string text = "  <testsuite name=\"" + XmlText(name_) + "\" tests=\"" + count + "\" failures=\"0\" errors=\"" +
                       count + "\" time=\"0\">\n";
    for (const std::string& error : summary.errors)
      text += "    <testcase classname=\"" + XmlText(name_) + "\" name=\"" + XmlText(error) +
              "\" time=\"0\">\n      <error type=\"run\" message=\"" + XmlText(error) + "\"/>\n    </testcase>\n";
    return text + "  </testsuite>\n</testsuites>\n";
  }

 private:
  const std::string name_;
  const std::span<const crd::Rule* const> rules_;
};

}  // namespace

std::unique_ptr<Reporter> NewJunitReporter(const ReportedBy& by) { return std::make_unique<JunitReporter>(by); }

}  // namespace structural::findings
