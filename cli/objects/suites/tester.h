// Runs suites on their CRDs, which are in files.
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

// A CRD in a file, and the variants of the CRD that suites install. Not thread-safe.
class Manifest {
 public:
  Manifest(std::string file, std::string json);

  const std::string& file() const { return file_; }
  const json::Value& crd() const { return crd_; }
  std::string_view name() const;
  std::string_view group() const;
  std::string_view kind() const;
  std::vector<std::string> versions() const;

  // Serve returns the CRD with `version` as its only version, ServePatched the CRD after a JSON Patch. The last result
  // is cached for the next call with the same argument.
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

// Finds the CRDs of suites. Not thread-safe.
class ManifestSource {
 public:
  // Sets the CRDs. `crds` are files and folders with the CRDs of all suites. If `crds` is empty, each suite names its
  // CRDs, or they are found by the layout of OpenShift's repository. Returns an error if a file or folder cannot be
  // read.
  base::Status Open(const std::vector<std::string>& crds);

  // Returns the CRDs of a suite in `file`, in the order of their files. Returns an error if the
  // suite has no CRD.
  base::Result<Manifests> Find(const Suite& suite, const std::string& file);

  // Returns the folders from which files were read so far.
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
  bool explicit_ = false;
  Manifests named_;  // CRDs of --crd, or CRDs that the last suite names
  std::string named_by_;
  Folder folder_;                // folder whose files were read last, as a cache
  std::string cached_crd_name_;  // name of the CRD in `cached_manifests_`
  Manifests cached_manifests_;
  std::string gates_folder_;
  base::Arena gates_arena_;
  std::vector<std::string> gates_json_;
  std::vector<json::Value> gates_;  // objects of kind FeatureGate
};

// Runs suites on their CRDs. Not thread-safe.
class Tester {
 public:
  // `selects` returns whether the case with a title is run. `note` receives notes about CRDs.
  Tester(suite::Wording words, bool covers, std::function<bool(const std::string&)> selects,
         std::function<void(const std::string&)> note)
      : words_(words), covers_(covers), selects_(std::move(selects)), note_(std::move(note)) {}

  base::Status Open(const std::vector<std::string>& crds) { return manifests_.Open(crds); }

  // Runs a suite, and adds its results to the totals. The suite and file must outlive the report. Returns an error if
  // the suite's CRDs are not found.
  base::Result<SuiteReport> Run(const std::string& file, const Suite& suite);

  // Returns the folders in which CRDs were searched.
  const std::set<std::string>& folders() const { return manifests_.folders(); }

  TestTotals& totals() { return totals_; }

  // Returns the coverage by "CRD VERSION"; empty if coverage is not enabled.
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
  std::set<std::string> seen_;  // file and name of each CRD that is already counted in totals_
  std::map<std::string, suite::Coverage> coverage_;
  base::Arena arena_;
  std::size_t failure_bytes_ = 0;  // size of the outcomes of failed cases
};

}  // namespace structural::cli
