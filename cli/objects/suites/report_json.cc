// Writes JSON: {"cases": […], "suites": […], "summary": {…}}.
#include <utility>

#include "cli/objects/suites/report.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

void AddPlace(std::string_view file, document::Position at, json::Writer& to) {
  to.Add("file", file).Add("line", at.line).Add("column", at.column);
}

std::string CaseJson(const SuiteReport& report, const CaseReport& each) {
  std::string text;
  json::Writer to(text);
  const PlacedCase& placed = *each.placed;
  to.BeginObject();
  AddPlace(report.file, placed.at, to);
  to.Add("name", placed.test.name).Add("group", placed.group).Add("passed", each.passed());
  to.Key("failures").BeginList();
  for (const CaseFailure& failure : each.failures) {
    to.BeginObject();
    AddPlace(report.file, PlaceOf(placed, failure), to);
    to.Add("reason", ReasonOf(failure)).Add("crds", failure.manifests);
    to.Add("difference", DifferenceOf(failure)).EndObject();
  }
  to.EndList().EndObject();
  return text;
}

class JsonTestReporter : public TestReporter {
 public:
  std::string Begin() override { return "{\"cases\": ["; }

  std::string Add(const SuiteReport& report) override {
    json::Writer suite(suites_ += suites_.empty() ? "\n" : ",\n");
    suite.BeginObject();
    AddPlace(report.file, report.suite.at, suite);
    suite.Add("name", report.suite.name).Add("crds", report.crds).EndObject();
    std::string text;
    for (const CaseReport& each : report.cases)
      text += (std::exchange(first_, false) ? "\n" : ",\n") + CaseJson(report, each);
    return text;
  }

  std::string Cover(const std::string& crd, const suite::Coverage& coverage) override {
    json::Writer to(coverage_ += coverage_.empty() ? "\n" : ",\n");
    to.BeginObject().Add("crd", crd).Add("sentence", CoverageSentence(coverage));
    to.Key("gaps").BeginList();
    for (const suite::CoverageItem* gap : coverage.Gaps()) {
      to.BeginObject().Add("path", gap->path).Add("message", GapText(*gap)).EndObject();
    }
    to.EndList().EndObject();
    return {};
  }

  std::string End(const TestTotals& totals) override {
    std::string text = "\n],\n\"suites\": [" + suites_ + "\n],\n";
    if (!coverage_.empty()) text += "\"coverage\": [" + coverage_ + "\n],\n";
    text += "\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("suites", totals.suites).Add("crds", totals.crds);
    to.Add("cases", totals.cases).Add("failed", totals.failed).Add("runs", totals.runs);
    to.Add("requests", totals.requests).Add("olderWords", totals.older_words);
    to.Add("problems", totals.problems).EndObject();
    return text + "}\n";
  }

 private:
  bool first_ = true;
  std::string suites_;
  std::string coverage_;
};

}  // namespace

std::unique_ptr<TestReporter> NewJsonTestReporter() { return std::make_unique<JsonTestReporter>(); }

}  // namespace structural::cli
