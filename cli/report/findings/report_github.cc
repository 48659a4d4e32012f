// Writes workflow commands, which GitHub Actions shows as annotations of the changed files.
#include "cli/report/findings/reporter.h"
#include "cli/report/findings/summary.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::findings {
namespace {

std::string Escaped(std::string_view text, std::string_view also) {
  std::string escaped;
  for (const char c : text) {
    if (c == '%') {
      escaped += "%25";
    } else if (also.find(c) != std::string_view::npos) {
      escaped += c == ':' ? "%3A" : "%2C";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string Property(std::string_view text) { return Escaped(base::EscapeUnprintable(text), ":,"); }

// Escapes line breaks as the runner expects them.
std::string Data(std::string_view text) {
  std::string data;
  for (bool first = true;; first = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    data.append(first ? "" : "%0A").append(Escaped(base::EscapeUnprintable(line), ""));
    if (line.size() == text.size()) return data;
    text.remove_prefix(line.size() + 1);
  }
}

class GithubReporter : public Reporter {
 public:
  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      std::string message = finding.path;
      base::AppendItem(message, ": ", finding.message);
      text += "::" + std::string(Name(finding.severity)) + " file=" + Property(report.file) +
              ",line=" + std::to_string(finding.at.line) + ",col=" + std::to_string(finding.at.column) +
              ",title=" + Property(finding.rule) + "::" + Data(message) + "\n";
    }
    return text;
  }

  std::string End(const Summary& summary) override {
    std::string text;
    for (const std::string& error : summary.errors) text += "::error title=structural::" + Data(error) + "\n";
    return text;
  }
};

}  // namespace

std::unique_ptr<Reporter> NewGithubReporter() { return std::make_unique<GithubReporter>(); }

}  // namespace structural::findings
