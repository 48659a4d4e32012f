// What `structural test` reports.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/suites/suite_file.h"
#include "schema/suite/coverage.h"
#include "schema/suite/run.h"

namespace structural::cli {

// How a case fails on some of its CRDs. Without an outcome of its own where the CRD cannot be
// served.
struct CaseFailure {
  suite::Outcome outcome;
  std::string problem;                 // why it was not run; empty: it was
  std::vector<std::string> manifests;  // files of the CRDs
};

// A case, on all CRDs of its suite.
struct CaseReport {
  const PlacedCase* placed;
  std::vector<CaseFailure> failures = {};
  std::size_t runs = 0;         // CRDs on which it was run
  std::size_t older_words = 0;  // CRDs for which an error is in an older release's words
  bool updatable = false;       // it fails, and an expectation can say what came
  bool updated = false;         // it failed, until its expectation was written anew

  bool passed() const { return failures.empty(); }
};

struct SuiteReport {
  const std::string& file;
  const Suite& suite;
  std::vector<CaseReport> cases = {};
  std::vector<std::string> crds = {};  // files; each case is run on each
};

struct TestTotals {
  std::size_t suites = 0;
  std::size_t cases = 0;
  std::size_t failed = 0;    // of the cases
  std::size_t updated = 0;   // of the others: --update wrote their expectations
  std::size_t runs = 0;      // cases, once for each CRD
  std::size_t requests = 0;
  std::size_t older_words = 0;  // of the runs
  std::size_t crds = 0;
  std::size_t problems = 0;  // files and suites that could not be run
};

// Each returns what is printed. Not thread-safe.
class TestReporter {
 public:
  virtual ~TestReporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Add(const SuiteReport& report) = 0;
  // The coverage of a version of a CRD, behind all suites. Empty where the format has none.
  virtual std::string Cover(const std::string& /*crd*/, const suite::Coverage& /*coverage*/) {
    return {};
  }
  virtual std::string End(const TestTotals& totals) = 0;
};

std::unique_ptr<TestReporter> NewTextTestReporter(bool verbose, bool colors);
std::unique_ptr<TestReporter> NewJunitTestReporter();
std::unique_ptr<TestReporter> NewTapTestReporter();
std::unique_ptr<TestReporter> NewJsonTestReporter();

// "onCreate: NAME", or the name.
std::string TitleOf(const PlacedCase& placed);

// Where the expectation is that a failure is about.
document::Position PlaceOf(const PlacedCase& placed, const CaseFailure& failure);

// "the API server refuses the create", without an end of line.
std::string ReasonOf(const CaseFailure& failure);

// What was wanted and what came, each line with - or +, or a space; ends with a newline.
std::string DifferenceOf(const CaseFailure& failure);

// "a.yaml and 3 more".
std::string ManifestsOf(const CaseFailure& failure);

// "no case fails the rule: self > 0".
std::string GapText(const suite::CoverageItem& item);

// "2 of 3 rules, 10 of 12 fields, 4 of 4 enum values, 1 of 2 branches".
std::string CoverageSentence(const suite::Coverage& coverage);

// "2 of 5 cases failed in 1 suite on 3 CRDs".
std::string SentenceOf(const TestTotals& totals);

}  // namespace structural::cli
