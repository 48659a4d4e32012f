// Writes TAP version 13: a line for each case.
//
// Upstream: https://testanything.org/tap-version-13-specification.html
#include "cli/objects/suites/report.h"
#include "cli/shared/wrap.h"

namespace structural::cli {
namespace {

// Escapes # in a description, which would begin a directive.
std::string Description(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    if (c == '#' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

// Returns the text as comment lines.
std::string Comment(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += "# " + Printable(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class TapTestReporter : public TestReporter {
 public:
  std::string Begin() override { return "TAP version 13\n"; }

  std::string Add(const SuiteReport& report) override {
    std::string text;
    for (const CaseReport& each : report.cases) {
      text += each.passed() ? "ok " : "not ok ";
      text += std::to_string(++count_) + " - " + Description(report.file + ": " + TitleOf(*each.placed)) + "\n";
      for (const CaseFailure& failure : each.failures) {
        text += Comment(document::PlaceText(report.file, PlaceOf(*each.placed, failure)) + ": " + ReasonOf(failure) +
                        "\nCRD: " + ManifestsOf(failure) + "\n" + DifferenceOf(failure));
      }
    }
    return text;
  }

  std::string End(const TestTotals& totals) override {
    return "1.." + std::to_string(count_) + "\n" + Comment(SentenceOf(totals));
  }

 private:
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<TestReporter> NewTapTestReporter() { return std::make_unique<TapTestReporter>(); }

}  // namespace structural::cli
