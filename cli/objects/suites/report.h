// The results of test suites, and the reporters of `structural test`.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/objects/suites/suite_file.h"
#include "schema/suite/coverage.h"
#include "schema/suite/run.h"

namespace structural::cli {

// A failure that a case has on one or more of its CRDs: the outcome of the run or, if the case was not run, the
// problem.
struct CaseFailure {
  suite::Outcome outcome;
  std::string problem;                 // reason why the case was not run; empty after a run
  std::vector<std::string> manifests;  // files of the CRDs on which the case has this failure
};

// A case, and its results on all CRDs of its suite.
struct CaseReport {
  const PlacedCase* placed;
  std::vector<CaseFailure> failures = {};
  std::size_t runs = 0;         // number of CRDs on which the case was run
  std::size_t older_texts = 0;  // number of CRDs for which the expected error has the text of an older release
  bool updatable = false;       // true: the case fails, and a new expectation can describe the result
  bool updated = false;         // true: the case failed, and --update has written its new expectation

  bool passed() const { return failures.empty(); }
};

struct SuiteReport {
  const std::string& file;
  const Suite& suite;
  std::vector<CaseReport> cases = {};
  std::vector<std::string> crds = {};  // files of the CRDs of the suite
};

struct TestTotals {
  std::size_t suites = 0;
  std::size_t cases = 0;
  std::size_t failed_cases = 0;
  std::size_t updated_cases = 0;  // cases whose new expectation --update has written; not counted as failed
  std::size_t runs = 0;           // number of runs of a case on a CRD
  std::size_t requests = 0;       // requests to the emulated API server
  std::size_t older_texts = 0;    // number of runs whose expected error has the text of an older release
  std::size_t crds = 0;
  std::size_t problems = 0;  // number of files and suites that could not be run
};

// Writes a report in one format. Each function returns the next part of the output. Not thread-safe.
class TestReporter {
 public:
  virtual ~TestReporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Add(const SuiteReport& report) = 0;
  // Returns the part of the report about the coverage of one version of a CRD; empty if the format does not report
  // coverage. Must be called after all suites were added. `crd` is "NAME VERSION".
  virtual std::string CoverageText(const std::string& /*crd*/, const suite::Coverage& /*coverage*/) { return {}; }
  virtual std::string End(const TestTotals& totals) = 0;
};

std::unique_ptr<TestReporter> NewTextTestReporter(bool verbose, bool colors);
std::unique_ptr<TestReporter> NewJunitTestReporter();
std::unique_ptr<TestReporter> NewTapTestReporter();
std::unique_ptr<TestReporter> NewJsonTestReporter();

// Returns the title of a case: "onCreate: NAME" in OpenShift's format, otherwise the name.
std::string TitleOf(const PlacedCase& placed);

// Returns the place of the expectation that the result does not meet.
document::Position PlaceOf(const PlacedCase& placed, const CaseFailure& failure);

// Returns the reason of the failure on one line, such as "the API server refuses the create".
std::string ReasonOf(const CaseFailure& failure);

// Returns the expected and the actual result as a diff: lines begin with "-", "+" or a space. Ends with a newline.
std::string DifferenceOf(const CaseFailure& failure);

// Returns the files of the CRDs with the failure: "a.yaml and 3 more".
std::string ManifestsOf(const CaseFailure& failure);

// Returns the sentence about a part of a schema that the cases do not cover: "no case fails the rule: self > 0".
std::string GapText(const suite::CoverageItem& item);

// Returns the numbers of covered parts: "2 of 3 rules, 10 of 12 fields, 4 of 4 enum values, 1 of 2 branches".
std::string CoverageSentence(const suite::Coverage& coverage);

// Returns the summary: "2 of 5 cases failed in 1 suite on 3 CRDs".
std::string SentenceOf(const TestTotals& totals);

}  // namespace structural::cli
