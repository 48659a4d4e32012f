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

// The changes that make the run fail.
enum class DiffPolicy {
  kObjects,  // objects are refused, or lose data
  kServer,   // the API server refuses the update, or the change breaks clients
  kKep,      // the KEP's compatibility plan forbids the update
};

struct DiffOptions {
  std::string before;
  std::string against;             // source of the old CRDs instead of `before`; has the syntax of lint --against
  std::vector<std::string> paths;  // files and folders with the new CRDs
  FileFilter filter;               // files to read in folders, old and new
  std::optional<kube::ConfigFlags> cluster;  // cluster with the old CRDs, instead of `before`
  StoredFlags stored;                        // flags for stored objects
  bool only_stored = false;                  // changes that affect no stored object do not fail
  DiffPolicy policy = DiffPolicy::kObjects;
  std::string output = "text";  // or json, markdown, github, sarif
  bool witnesses = true;
  bool texts = false;    // list changes of descriptions
  bool all = false;      // list every change separately and in full in text and markdown
  bool possible = true;  // changes whose effect is only possible also fail
  bool no_fail = false;
  bool allow_empty = false;
};

// A change with its places in both files.
struct DiffEntry {
  compare::Change change;
  document::Position before;
  document::Position after;
  bool fails = false;             // the policy forbids the change
  AffectedObjects affected = {};  // affected stored objects
};

struct CrdDiff {
  enum class State { kChanged, kAdded, kRemoved };

  std::string name;
  State state = State::kChanged;
  std::string before_file = {};  // empty: the CRD does not exist
  std::string plain_file = {};   // after_file if not empty, otherwise before_file, without a git revision
  std::string after_file = {};
  std::string renamed_from = {};  // name of the old CRD, which is deleted; empty: the same name
  bool rename_fails = false;
  std::vector<compare::VersionResult> versions = {};
  std::vector<DiffEntry> entries = {};
  // The findings that `lint --against` reports with the policy of the configuration.
  std::vector<findings::Finding> refusals = {};
  bool complete = true;
  bool searched = true;  // false: a limit ended the search for objects that show the changes
  bool fails = false;
  bool is_copy = false;                   // another pair has the same name
  std::string error = {};                 // reason why the CRD cannot be compared
  std::optional<StoredPart> stored = {};  // nullopt: its objects were not read

  // Number of refusals that are errors. Warnings are about the new CRD, not about the update.
  std::size_t refused() const {
    return static_cast<std::size_t>(
        std::ranges::count(refusals, findings::Severity::kError, &findings::Finding::severity));
  }
  bool changed() const {
    return state != State::kChanged || !entries.empty() || refused() > 0 || !error.empty() || !renamed_from.empty();
  }
};

struct DiffTotals {
  std::size_t crds = 0;  // number of CRDs; a CRD that is both old and new counts once
  std::size_t changed = 0;
  std::size_t failing = 0;
  std::size_t unread = 0;
  ClaimCounts claims = {};
  std::optional<StoredSummary> stored = {};  // nullopt: not counted
};

// Returns the effect of a new name: "widgets.example.com is removed, with all its objects: the new
// CRD has another name".
std::string RenameText(std::string_view renamed_from);

// Returns the changed field, or the changed part of the CRD.
std::string SubjectOf(const compare::Change& change);

// Reads the selected CRDs of the flags' cluster. They have no positions in files. Must be called before the first
// thread starts. Errors: those of VisitClusterCrds.
base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector);

// Counts the objects of a cluster that each change affects. The old CRDs of the pairs must be those of the cluster, and
// `diffs` must have the result of each pair. Returns the exit code: 0, or the exit code for objects that could not all
// be read.
int CountStored(const DiffOptions& options, const std::vector<CrdPair>& pairs, std::vector<CrdDiff>& diffs,
                StoredSummary& to);

// Writes a report, CRD by CRD.
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
// Returns a reporter that writes changes in the formats of lint's findings: github, sarif.
std::unique_ptr<DiffReporter> NewFindingsDiffReporter(const DiffOptions& options);

// Returns "crd.yaml:3:7". A CRD of a cluster has no lines; for it, returns `path`, the path in the CRD.
std::string PlaceOf(const std::string& file, document::Position at, const std::string& path);

// Returns a sentence such as "3 CRDs compared, 2 changed, 1 fails: …".
std::string SentenceOf(const DiffTotals& totals);

// Returns the effect of the update on the witness. Precondition: the change has a witness.
std::string OutcomeOf(const compare::Change& change);
// Returns the object as YAML, with `margin` before each line.
std::string WitnessText(const compare::Witness& witness, std::string_view margin);
// Returns the objects of the applies as YAML, each below a comment that names its manager.
std::string AppliesText(const compare::AppliesWitness& applies, std::string_view margin);
// Returns two lines: the result of the last apply before and after the update. Precondition: the change has applies.
std::string OutcomesText(const compare::Change& change, std::string_view margin);

// Runs the command and returns the exit code.
int RunDiff(const DiffOptions& options);

}  // namespace structural::cli
