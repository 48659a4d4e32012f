// RunDiff: runs `structural diff`, which compares old CRDs with new CRDs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/claims.h"
#include "cli/report/findings/reporter.h"
#include "cli/report/findings/source_crds.h"
#include "cli/report/stored/walk.h"
#include "kube/config/config_flags.h"
#include "schema/compare/compare.h"

namespace structural::cli {

// The kinds of changes that make the run fail.
enum class DiffPolicy {
  kObjects,  // the server refuses objects that it accepted before, or drops data of objects
  kServer,   // the API server refuses the update, or the change breaks clients
  kKep,      // the compatibility plan of KEP 2335 forbids the update
};

struct DiffOptions {
  std::string before;              // source of the old CRDs: a file, a folder, "-", or REVISION:PATH
  std::string against;             // source of the old CRDs instead of `before`, in the syntax of lint --against
  std::vector<std::string> paths;  // files and folders with the new CRDs
  FileFilter filter;               // selects the files in folders, for old and new CRDs
  std::optional<kube::ConfigFlags> cluster;  // cluster with the old CRDs, instead of `before`
  StoredFlags stored;                        // flags that select stored objects
  bool only_stored_fail = false;             // true: changes that harm no stored object do not fail
  DiffPolicy policy = DiffPolicy::kObjects;
  std::string output = "text";     // or json, markdown, github, sarif
  bool find_witnesses = true;      // search objects that show the changes
  bool list_descriptions = false;  // list changes of descriptions
  bool list_each_change = false;   // text and markdown: list each change separately and in full
  bool possible_fail = true;       // true: changes whose effect is only possible also fail
  bool no_fail = false;
  bool allow_empty = false;
};

// A change, and its positions in the files of the old and the new CRD.
struct DiffEntry {
  compare::Change change;
  document::Position before;
  document::Position after;
  bool fails = false;             // the policy forbids the change
  AffectedObjects affected = {};  // affected stored objects
};

// The differences between an old and a new CRD, or an added or removed CRD.
struct CrdDiff {
  enum class State { kInBoth, kAdded, kRemoved };

  std::string name;
  State state = State::kInBoth;
  std::string before_file = {};  // file of the old CRD; empty: the CRD is added
  // path without git revision: that of the new CRD or, if the CRD is removed, of the old CRD
  std::string plain_file = {};
  std::string after_file = {};    // file of the new CRD; empty: the CRD is removed
  std::string renamed_from = {};  // name of the old CRD if the new CRD has another name; otherwise empty
  bool rename_fails = false;
  std::vector<compare::VersionResult> versions = {};
  std::vector<DiffEntry> entries = {};
  // The findings that `lint --against` reports under the policy; none under DiffPolicy::kObjects.
  std::vector<findings::Finding> refusals = {};
  bool compared_completely = true;  // false: the schemas are too large to compare all their parts
  bool searched_completely = true;  // false: a limit ended the search for objects that show the changes
  bool fails = false;
  bool is_copy = false;                      // true: several pairs of CRDs have this name
  std::string error = {};                    // reason why the CRD cannot be compared
  std::optional<StoredResults> stored = {};  // results for stored objects; nullopt: the objects were not read

  // Number of refusals that are errors. The other refusals are warnings about the new CRD itself.
  std::size_t refusal_errors() const {
    return static_cast<std::size_t>(
        std::ranges::count(refusals, findings::Severity::kError, &findings::Finding::severity));
  }
  // Returns whether a report mentions the CRD.
  bool changed() const {
    return state != State::kInBoth || !entries.empty() || refusal_errors() > 0 || !error.empty() ||
           !renamed_from.empty();
  }
};

struct DiffTotals {
  std::size_t crds = 0;  // number of pairs, and of added and removed CRDs
  std::size_t changed_crds = 0;
  std::size_t failing_crds = 0;
  std::size_t unreadable_crds = 0;  // CRDs that could not be compared
  ClaimCounts claims = {};
  std::optional<StoredSummary> stored = {};  // nullopt: stored objects were not read
};

// Returns the sentence about a CRD whose name changes: "widgets.example.com is removed, with all its objects: the new
// CRD has another name".
std::string RenameText(std::string_view renamed_from);

// Returns the path of the changed field, or the name of the changed part of the CRD.
std::string SubjectOf(const compare::Change& change);

// Reads the selected CRDs of the cluster that `flags` name. The CRDs have no positions in files. Must be called before
// the first thread starts. Errors: those of VisitClusterCrds.
base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector);

// Reads the stored objects of a cluster, and counts the objects that each change affects. Sets the counts in `diffs`
// and `to`. Preconditions: the old CRDs of `pairs` are those of the cluster, and `diffs` has the result of each pair.
// Returns the exit code: kExitOk if all objects were read.
int CountStored(const DiffOptions& options, const std::vector<CrdPair>& pairs, std::vector<CrdDiff>& diffs,
                StoredSummary& to);

// Writes a report, CRD by CRD. Each function returns the next part of the report.
class DiffReporter {
 public:
  virtual ~DiffReporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string Add(const CrdDiff& diff) = 0;
  virtual std::string End(const DiffTotals& totals) = 0;
};

std::unique_ptr<DiffReporter> NewTextDiffReporter(const DiffOptions& options, bool colors);
std::unique_ptr<DiffReporter> NewJsonDiffReporter(const DiffOptions& options);
std::unique_ptr<DiffReporter> NewMarkdownDiffReporter(const DiffOptions& options);
// Returns a reporter that writes changes as findings, in a format of lint: github or sarif.
std::unique_ptr<DiffReporter> NewFindingsDiffReporter(const DiffOptions& options);

// Returns the place as text: "crd.yaml:3:7". A CRD of a cluster has no lines; for such a CRD, returns "FILE: PATH",
// where PATH is `path`, the path in the CRD.
std::string PlaceOf(const std::string& file, document::Position at, const std::string& path);

// Returns the summary: "3 CRDs compared, 2 changed, 1 failed: …".
std::string SentenceOf(const DiffTotals& totals);

// Returns the effect of the update on the object that shows the change: "refused", "stored otherwise" or "read
// otherwise in VERSION". Precondition: the change has a witness.
std::string WitnessOutcome(const compare::Change& change);
// Returns the object that shows a change as YAML, with `margin` before each line.
std::string WitnessText(const compare::Witness& witness, std::string_view margin);
// Returns the objects of the applies that show a change as YAML, each below a comment that names its manager.
std::string AppliesText(const compare::AppliesWitness& applies, std::string_view margin);
// Returns two lines: the result of the last apply under the old CRD, and that under the new CRD. Precondition: the
// change has applies.
std::string ApplyOutcomesText(const compare::Change& change, std::string_view margin);

// Runs the command and returns the exit code.
int RunDiff(const DiffOptions& options);

}  // namespace structural::cli
