// Writes the text report: a paragraph for each failure.
#include "cli/objects/suites/report.h"
#include "cli/shared/wrap.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

constexpr std::string_view kRed = "\x1b[31m", kGreen = "\x1b[32m", kPlain = "\x1b[0m";

class TextTestReporter : public TestReporter {
 public:
  TextTestReporter(bool verbose, bool colors) : verbose_(verbose), colors_(colors) {}

  std::string Add(const SuiteReport& report) override {
    std::string text;
    for (const CaseReport& each : report.cases) {
      for (const CaseFailure& failure : each.failures) AddFailure(report, each, failure, text);
      if (each.updated) {
        text += Line(report.file, each.placed->at, "UPDATED", TitleOf(*each.placed), kGreen);
      } else if (each.passed() && verbose_) {
        text += Line(report.file, each.placed->at, "PASS", TitleOf(*each.placed), kGreen);
      }
    }
    return text;
  }

  std::string Cover(const std::string& crd, const suite::Coverage& coverage) override {
    std::string text = "coverage of " + Printable(crd) + ": " + CoverageSentence(coverage) + "\n";
    for (const suite::CoverageItem* gap : coverage.Gaps()) {
      text += "  " + Printable(gap->path.empty() ? "the object" : gap->path) + ": " + Printable(GapText(*gap)) + "\n";
    }
    return text;
  }

  std::string End(const TestTotals& totals) override { return SentenceOf(totals) + "\n"; }

 private:
  std::string Line(const std::string& file, document::Position at, std::string_view word, const std::string& text,
                   std::string_view code) const {
    return base::EscapeUnprintable(document::PlaceText(file, at)) + ": " + Coloured(word, code) + " " +
           Printable(text) + "\n";
  }

  void AddFailure(const SuiteReport& report, const CaseReport& each, const CaseFailure& failure,
                  std::string& to) const {
    to += Line(report.file, PlaceOf(*each.placed, failure), "FAIL", TitleOf(*each.placed) + ": " + ReasonOf(failure),
               kRed);
    to += "    CRD: " + base::EscapeUnprintable(ManifestsOf(failure)) + "\n";
    std::string difference = DifferenceOf(failure);
    for (std::string_view rest = difference; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      const std::string_view line = rest.substr(0, end);
      const std::string_view code = line[0] == '-' ? kRed : line[0] == '+' ? kGreen : "";
      to += "    " + Coloured(Printable(line), code) + "\n";
      rest.remove_prefix(end + 1);
    }
  }

  std::string Coloured(std::string_view text, std::string_view code) const {
    if (!colors_ || code.empty()) return std::string(text);
    return std::string(code).append(text).append(kPlain);
  }

  const bool verbose_;
  const bool colors_;
};

}  // namespace

std::unique_ptr<TestReporter> NewTextTestReporter(bool verbose, bool colors) {
  return std::make_unique<TextTestReporter>(verbose, colors);
}

}  // namespace structural::cli
