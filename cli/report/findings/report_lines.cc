// The reporters that write lines of text: for people, and for GitHub Actions.
#include <set>

#include "cli/report/findings/reporter.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::findings {
namespace {

// Maximum size in bytes of a printed server's message. Without this limit, it could contain a whole schema.
constexpr std::size_t kServerBytes = 400;

// For each finding, writes a line that begins with FILE:LINE:COLUMN, as compilers do, and the source line with a caret.
// At the end, writes the texts of the rules of all findings.
class TextReporter : public Reporter {
 public:
  explicit TextReporter(bool colors) : colors_(colors) {}

  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      seen_.insert(finding.rule);
      AppendFinding(report.file, finding, text);
    }
    return text;
  }

  std::string End(const Summary&) override {
    std::string text;
    for (const crd::Rule* rule : rules::AllRules()) {
      if (!seen_.contains(rule->id)) continue;
      text += Bold(rule->id) + "\n" + cli::Wrapped(rule->why, "  ") + cli::Wrapped(rule->fix, "  ");
    }
    if (!text.empty()) text += "Run structural explain RULE for a wrong and a right example.\n";
    return text;
  }

 private:
  std::string Colored(std::string_view code, std::string_view text) const { return cli::Styled(code, text, colors_); }
  std::string Bold(std::string_view text) const { return Colored(cli::style::kBold, text); }

  // Escapes a text for the start of a line. GitHub's runner would execute a line that begins with "::" as a command, so
  // such a text gets the prefix `otherwise`.
  static std::string Harmless(std::string_view text, const char* otherwise) {
    return (text.starts_with("::") ? otherwise : "") + cli::Printable(text);
  }

  std::string About(const Finding& finding) const {
    std::string details = finding.path;
    std::string versions;
    for (const std::string& version : finding.versions) {
      base::AppendItem(versions, ", ", version);
    }
    const bool one = finding.versions.size() == 1;
    if (!versions.empty()) details += (one ? ", version " : ", versions ") + versions;
    if (!finding.crd.empty()) details += " of " + finding.crd;
    return details;
  }

  void AppendFinding(const std::string& file, const Finding& finding, std::string& text) const {
    const bool error = finding.severity == Severity::kError;
    const std::string line = std::to_string(finding.at.line);
    const std::string column = std::to_string(finding.at.column);
    text += Bold(Harmless(file, "./") + ":" + line + ":" + column + ":") + " " +
            Colored(error ? cli::style::kBoldRed : cli::style::kBoldYellow, Name(finding.severity)) + ": " +
            cli::Printable(finding.message) + " [" + std::string(finding.rule) + "]\n";
    if (!finding.path.empty()) text += "  " + Harmless(About(finding), ".") + "\n";
    if (!finding.server_message.empty() && finding.server_message != finding.path + ": " + finding.message) {
      text += "  API server: " + cli::Printable(base::Shorten(finding.server_message, kServerBytes)) + "\n";
    }
    if (finding.source.empty()) {
      text += '\n';
      return;
    }
    const std::string margin(line.size(), ' ');
    const std::string source = cli::Printable(finding.source);
    text += "  " + line + " | " + source + "\n  " + margin + " | " +
            std::string(cli::WidthOf(source, finding.source_column - 1), ' ') + Colored(cli::style::kBoldGreen, "^") +
            "\n\n";
  }

  const bool colors_;
  std::set<std::string_view> seen_;
};

}  // namespace

std::unique_ptr<Reporter> NewTextReporter(bool colors) { return std::make_unique<TextReporter>(colors); }

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

// Escapes a text for the data of a workflow command, where GitHub's runner expects %0A for line breaks.
std::string Data(std::string_view text) {
  std::string data;
  for (bool first = true;; first = false) {
    const std::string_view line = text.substr(0, text.find('\n'));
    data.append(first ? "" : "%0A").append(Escaped(base::EscapeUnprintable(line), ""));
    if (line.size() == text.size()) return data;
    text.remove_prefix(line.size() + 1);
  }
}

// Writes workflow commands, which GitHub Actions shows as annotations in the changed files.
class GithubReporter : public Reporter {
 public:
  std::string File(const FileReport& report) override {
    std::string text;
    for (const Finding& finding : report.findings) {
      text += "::" + std::string(Name(finding.severity)) + " file=" + Property(report.file) +
              ",line=" + std::to_string(finding.at.line) + ",col=" + std::to_string(finding.at.column) +
              ",title=" + Property(finding.rule) + "::" + Data(Text(finding)) + "\n";
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
