// Finds the CRDs of test suites, and runs the suites on them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/objects/suites/report.h"
#include "cli/objects/suites/suite_file.h"
#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/suite/feature_gates.h"
#include "schema/suite/served_crd.h"

namespace structural::cli {

using ServedResult = base::Result<std::shared_ptr<const suite::ServedCrd>>;

// Manifest: a CRD in a file, and the variants of the CRD on which suites are run. Not thread-safe.
class Manifest {
 public:
  Manifest(std::string file, std::string json);

  const std::string& file() const { return file_; }
  const json::Value& crd() const { return crd_; }
  std::string_view name() const;
  std::string_view group() const;
  std::string_view kind() const;
  std::vector<std::string> versions() const;

  // Serve returns the resource of the CRD with `version` as its only version. ServePatched returns the resource of the
  // CRD after a JSON Patch. The results are cached, and valid as long as the Manifest.
  const ServedResult& Serve(std::string_view version);
  const ServedResult& ServePatched(std::string_view patch);

 private:
  const std::string file_;
  const std::string json_;
  base::Arena arena_;
  json::Value crd_;
  std::map<std::string, ServedResult, std::less<>> by_version_;
  std::map<std::string, ServedResult, std::less<>> patched_;
};

using Manifests = std::vector<std::shared_ptr<Manifest>>;

// ManifestSource: finds the CRDs of suites. Not thread-safe.
class ManifestSource {
 public:
  // Reads the files and folders `crds`, which have the CRDs of all suites. If `crds` is empty, a suite in structural's
  // format must name its CRDs; the CRDs of a suite in OpenShift's format are searched in the folders in which
  // OpenShift's repository has them. Returns an error if a file or folder cannot be read, or if no file has a CRD.
  base::Status Open(const std::vector<std::string>& crds);

  // Returns the CRDs of a suite in `file`, in the order of their files. Returns an error if the
  // suite has no CRD.
  base::Result<Manifests> Find(const Suite& suite, const std::string& file);

  // Returns the folders of the files that were read so far, for --watch.
  const std::set<std::string>& folders() const { return folders_; }

 private:
  struct Folder {
    std::string path;
    std::vector<std::pair<std::string, std::string>> files;  // name and text
  };

  base::Status ReadCrds(const std::string& path, bool named_in_suite);
  base::Result<Manifests> FindBeside(const Suite& suite, const std::string& file);
  base::Result<Manifests> FindNamed(const Suite& suite, const std::string& file);
  base::Status OpenFolder(const std::string& path);
  base::Status OpenGates(const std::string& suite_file);

  std::set<std::string> folders_;
  bool has_crd_flag_ = false;    // true: --crd names the CRDs of all suites
  Manifests named_crds_;         // CRDs of --crd; without --crd, those that the last suite names
  std::string naming_suite_;     // file and document of the suite that names `named_crds_`
  Folder folder_;                // the folder of generated CRDs that was read last
  std::string cached_crd_name_;  // name of the CRD in `cached_manifests_`
  Manifests cached_manifests_;
  std::string gates_folder_;
  base::Arena gates_arena_;
  std::vector<std::string> gates_json_;
  std::vector<json::Value> gates_;  // objects of kind FeatureGate
};

// Tester: runs suites on their CRDs, and counts the results. Not thread-safe.
class Tester {
 public:
  // `words`: the wording of expected errors. `covers`: measure the coverage. `selects` returns whether to run the case
  // with this title. `note` receives notes about CRDs.
  Tester(suite::Wording words, bool covers, std::function<bool(const std::string&)> selects,
         std::function<void(const std::string&)> note)
      : words_(words), measures_coverage_(covers), selects_(std::move(selects)), note_(std::move(note)) {}

  base::Status Open(const std::vector<std::string>& crds) { return manifests_.Open(crds); }

  // Runs the selected cases of a suite, and adds their numbers to the totals. `suite` and `file` must outlive the
  // report. Returns an error if the CRDs of the suite are not found.
  base::Result<SuiteReport> Run(const std::string& file, const Suite& suite);

  // Returns the folders of the CRDs that were read, for --watch.
  const std::set<std::string>& folders() const { return manifests_.folders(); }

  TestTotals& totals() { return totals_; }

  // Returns the coverage of each version, by "CRD VERSION"; empty if coverage is not measured.
  const std::map<std::string, suite::Coverage>& coverage() const { return coverage_; }

 private:
  using Cases = std::vector<CaseReport*>;

  base::Status RunOnAllCrds(const Suite& suite, const Manifests& manifests, SuiteReport& report);
  base::Status RunOnMatchingCrds(const Suite& suite, const Manifests& manifests, SuiteReport& report);
  void RunOn(Manifest& manifest, std::string_view version, const Cases& cases);
  std::string ProblemOf(Manifest& manifest, const ServedResult& served);
  void RunCase(Manifest& manifest, const suite::Endpoint& endpoint, CaseReport& report);
  void Note(const Manifest& manifest, const suite::ServedCrd& crd);

  const suite::Wording words_;
  const bool measures_coverage_;
  const std::function<bool(const std::string&)> selects_;
  const std::function<void(const std::string&)> note_;
  ManifestSource manifests_;
  TestTotals totals_;
  std::set<std::string> counted_crds_;  // file and name of each CRD that is already counted in totals_
  std::map<std::string, suite::Coverage> coverage_;
  base::Arena arena_;
  std::size_t failure_bytes_ = 0;  // size in bytes of the reported outcomes of failed cases
};

}  // namespace structural::cli
