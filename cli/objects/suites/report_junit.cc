// Writes JUnit's XML: a testsuite for each suite, a testcase for each case.
#include "cli/objects/suites/report.h"
#include "cli/report/findings/xml.h"

namespace structural::cli {
namespace {

using findings::XmlText;

std::string FailureXml(const SuiteReport& report, const PlacedCase& placed, const CaseFailure& failure) {
  const std::string place = document::PlaceText(report.file, PlaceOf(placed, failure));
  return "      <failure type=\"failure\" message=\"" + XmlText(ReasonOf(failure)) + "\">" +
         XmlText(place + "\nCRD: " + ManifestsOf(failure) + "\n" + DifferenceOf(failure)) + "</failure>\n";
}

class JunitTestReporter : public TestReporter {
 public:
  std::string Begin() override {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"structural test\">\n";
  }

  std::string Add(const SuiteReport& report) override {
    std::size_t failed = 0;
    for (const CaseReport& each : report.cases) failed += each.passed() ? 0 : 1;
    std::string text = "  <testsuite name=\"" + XmlText(report.file) + "\" tests=\"" +
                       std::to_string(report.cases.size()) + "\" failures=\"" + std::to_string(failed) +
                       "\" errors=\"0\" time=\"0\">\n";
    for (const CaseReport& each : report.cases) {
      text += "    <testcase classname=\"" + XmlText(report.file) + "\" name=\"" + XmlText(TitleOf(*each.placed)) +
              "\" time=\"0\"";
      text += each.passed() ? "/>\n" : ">\n";
      for (const CaseFailure& failure : each.failures) text += FailureXml(report, *each.placed, failure);
      if (!each.passed()) text += "    </testcase>\n";
    }
    return text + "  </testsuite>\n";
  }

  std::string End(const TestTotals&) override { return "</testsuites>\n"; }
};

}  // namespace

std::unique_ptr<TestReporter> NewJunitTestReporter() { return std::make_unique<JunitTestReporter>(); }

}  // namespace structural::cli
