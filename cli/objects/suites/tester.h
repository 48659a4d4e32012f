// Tester: runs suites on their CRDs.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "cli/objects/suites/manifests.h"
#include "cli/objects/suites/report.h"
#include "cli/objects/suites/suite_file.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"

namespace structural::cli {

// Not thread-safe.
class Tester {
 public:
  // `selects`: returns whether a case is run, by its title. `note` receives notes about CRDs.
  Tester(suite::Wording words, bool covers, std::function<bool(const std::string&)> selects,
         std::function<void(const std::string&)> note)
      : words_(words), covers_(covers), selects_(std::move(selects)), note_(std::move(note)) {}

  base::Status Open(const std::vector<std::string>& crds) { return manifests_.Open(crds); }

  // Runs a suite and adds to the totals. The suite and file must outlive the report. Returns an
  // error if its CRDs are not found.
  base::Result<SuiteReport> Run(const std::string& file, const Suite& suite);

  // Folders in which CRDs were searched.
  const std::set<std::string>& folders() const { return manifests_.folders(); }

  TestTotals& totals() { return totals_; }

  // Returns the coverage of each "CRD VERSION"; empty if coverage is not enabled.
  const std::map<std::string, suite::Coverage>& coverage() const { return coverage_; }

 private:
  using Cases = std::vector<CaseReport*>;

  base::Status RunOnAll(const Suite& suite, const Manifests& manifests, SuiteReport& report);
  base::Status RunOwn(const Suite& suite, const Manifests& manifests, SuiteReport& report);
  void RunOn(Manifest& manifest, std::string_view version, const Cases& cases);
  std::string ProblemOf(Manifest& manifest, const ServedResult& served);
  void RunCase(Manifest& manifest, const suite::Endpoint& endpoint, CaseReport& report);
  void Note(const Manifest& manifest, const suite::ServedCrd& crd);

  const suite::Wording words_;
  const bool covers_;
  const std::function<bool(const std::string&)> selects_;
  const std::function<void(const std::string&)> note_;
  ManifestSource manifests_;
  TestTotals totals_;
  std::set<std::string> seen_;  // files and names of CRDs, counted once each
  std::map<std::string, suite::Coverage> coverage_;
  base::Arena arena_;
};

}  // namespace structural::cli
