#include "cli/report/findings/xml.h"

#include <algorithm>
#include <span>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
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

// Writes Checkstyle's XML, which many CI servers read.
class CheckstyleReporter : public Reporter {
 public:
  std::string Begin() override { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"; }

  std::string File(const FileReport& report) override {
    if (report.findings.empty()) return {};
    std::string text = "  <file name=\"" + XmlText(report.file) + "\">\n";
    for (const Finding& finding : report.findings) {
      text += "    <error line=\"" + std::to_string(finding.at.line) + "\" column=\"" +
              std::to_string(finding.at.column) + "\" severity=\"" + std::string(Name(finding.severity)) +
              "\" message=\"" + XmlText(Text(finding)) + "\" source=\"structural." + XmlText(finding.rule) + "\"/>\n";
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

namespace junit {

std::string BeginReport(std::string_view command) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" + XmlText(command) + "\">\n";
}

std::string BeginSuite(std::string_view name, const SuiteCounts& counts) {
  return "  <testsuite name=\"" + XmlText(name) + "\" tests=\"" + std::to_string(counts.tests) + "\" failures=\"" +
         std::to_string(counts.failures) + "\" errors=\"" + std::to_string(counts.errors) + "\" time=\"0\">\n";
}

std::string TestCase(std::string_view classname, std::string_view name, std::string_view content) {
  std::string text = "    <testcase classname=\"" + XmlText(classname) + "\" name=\"" + XmlText(name) + "\" time=\"0\"";
  if (content.empty()) return text + "/>\n";
  return text.append(">\n").append(content).append("    </testcase>\n");
}

std::string Failure(std::string_view type, std::string_view message, std::string_view text) {
  return "      <failure type=\"" + XmlText(type) + "\" message=\"" + XmlText(message) + "\">" + XmlText(text) +
         "</failure>\n";
}

}  // namespace junit

std::unique_ptr<Reporter> NewCheckstyleReporter() { return std::make_unique<CheckstyleReporter>(); }

namespace {

std::string FixOf(std::string_view id, std::span<const crd::Rule* const> rules) {
  const auto found = std::ranges::find(rules, id, [](const crd::Rule* rule) { return rule->id; });
  return found == rules.end() ? std::string() : std::string((*found)->fix);
}

// Writes JUnit's XML: a testsuite for each file, with a testcase for each finding. A file without findings gets one
// testcase, which passes.
class JunitReporter : public Reporter {
 public:
  explicit JunitReporter(const ReportedBy& by)
      : name_(by.command), rules_(by.rules.empty() ? rules::LintRules() : by.rules) {}

  std::string Begin() override { return junit::BeginReport(name_); }

  std::string File(const FileReport& report) override {
    const auto failures = std::ranges::count(report.findings, Severity::kError, &Finding::severity);
    const std::size_t tests = std::max<std::size_t>(1, report.findings.size());
    std::string text = junit::BeginSuite(report.file, {tests, static_cast<std::size_t>(failures)});
    for (const Finding& finding : report.findings) {
      const std::string name = std::string(finding.rule) + " at " + std::to_string(finding.at.line) + ":" +
                               std::to_string(finding.at.column) + " " + finding.path;
      text += junit::TestCase(report.file, name, ContentOf(report.file, finding));
    }
    if (report.findings.empty()) text += junit::TestCase(report.file, "structural", "");
    return text.append(junit::kEndSuite);
  }

  std::string End(const Summary& summary) override {
    if (summary.errors.empty()) return std::string(junit::kEndReport);
    const std::size_t errors = summary.errors.size();
    std::string text = junit::BeginSuite(name_, {.tests = errors, .errors = errors});
    for (const std::string& error : summary.errors)
      text += junit::TestCase(name_, error, "      <error type=\"run\" message=\"" + XmlText(error) + "\"/>\n");
    return text.append(junit::kEndSuite).append(junit::kEndReport);
  }

 private:
  std::string ContentOf(const std::string& file, const Finding& finding) const {
    if (finding.severity != Severity::kError)
      return "      <system-out>" + XmlText("warning: " + finding.message) + "</system-out>\n";
    const std::string& message = finding.server_message.empty() ? finding.message : finding.server_message;
    return junit::Failure(
        finding.rule, finding.message,
        file + ":" + std::to_string(finding.at.line) + ": " + message + "\n" + FixOf(finding.rule, rules_));
  }

  const std::string name_;
  const std::span<const crd::Rule* const> rules_;
};

}  // namespace

std::unique_ptr<Reporter> NewJunitReporter(const ReportedBy& by) { return std::make_unique<JunitReporter>(by); }

}  // namespace structural::findings
