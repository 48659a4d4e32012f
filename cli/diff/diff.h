// What `structural diff` finds of two sides of CRDs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/diff/claims.h"
#include "cli/diff/met.h"
#include "cli/findings/reporter.h"
#include "cli/findings/source_crds.h"
#include "cli/stored/flags.h"
#include "kube/config/config_flags.h"
#include "schema/compare/compare.h"

namespace structural::cli {

// Which changes fail.
enum class DiffPolicy {
  kObjects,  // objects are refused, or lose data
  kServer,   // the API server refuses the update, or serves less
  kKep,      // the KEP's compatibility plan forbids it
};

struct DiffOptions {
  std::string before;
  std::string against;                 // as of lint, instead of `before`
  std::vector<std::string> paths;      // that have the new CRDs
  FileFilter filter;                   // of folders, on both sides
  std::optional<kube::ConfigFlags> cluster;  // has the old CRDs, instead of `before`
  StoredFlags stored;                  // of its objects
  bool only_stored = false;            // what no stored object meets does not fail
  DiffPolicy policy = DiffPolicy::kObjects;
  std::string output = "text";         // json, markdown, github, sarif
  bool witnesses = true;
  bool texts = false;                  // changes of descriptions are listed
  bool all = false;                    // nothing is folded or left out for people
  bool possible = true;                // what is possible fails, too
  bool no_fail = false;
  bool allow_empty = false;
};

// A change with its places.
struct DiffEntry {
  compare::Change change;
  document::Position before;
  document::Position after;
  bool fails = false;  // by the policy
  Met met = {};        // stored objects
};

struct CrdDiff {
  enum class State { kChanged, kAdded, kRemoved };

  std::string name;
  State state = State::kChanged;
  std::string before_file = {};  // empty: it is not there
  std::string plain_file = {};   // of the new side or else of the old one, without a git revision
  std::string after_file = {};
  std::string renamed_from = {};  // the old CRD, which goes away; empty: it has the same name
  bool rename_fails = false;
  std::vector<compare::VersionResult> versions = {};
  std::vector<DiffEntry> entries = {};
  // What a policy on changes says, as lint --against.
  std::vector<findings::Finding> refusals = {};
  bool complete = true;
  bool searched = true;    // false: the search for objects that show changes was cut
  bool fails = false;
  bool is_copy = false;    // another pair has the same name
  std::string error = {};  // why it cannot be compared
  std::optional<StoredPart> stored = {};  // nullopt: its objects were not read

  // Refusals that are errors. Warnings are about the new CRD, and not about the update.
  std::size_t refused() const {
    return static_cast<std::size_t>(std::ranges::count(refusals, findings::Severity::kError, &findings::Finding::severity));
  }
  bool changed() const { return state != State::kChanged || !entries.empty() || refused() > 0 || !error.empty() || !renamed_from.empty(); }
};

struct DiffTotals {
  std::size_t crds = 0;  // on both sides, or one
  std::size_t changed = 0;
  std::size_t failing = 0;
  std::size_t unread = 0;
  ClaimCounts claims = {};
  std::optional<StoredSummary> stored = {};        // nullopt: nobody asks
};

// What the new name of a CRD means: "widgets.example.com is removed, with all its objects: the new CRD has another name".
std::string RenameText(std::string_view renamed_from);

// The changed field, or what changes of the CRD.
std::string SubjectOf(const compare::Change& change);

// Compares what is there on both sides, in the order of names.
class Differ {
 public:
  explicit Differ(const DiffOptions& options) : options_(options) {}
  CrdDiff Compare(const CrdPair& pair) const;

  // What fails, once the stored objects were counted.
  void JudgeStored(CrdDiff& diff) const;

 private:
  void AddChanges(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const;
  void AddRefusals(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const;
  void AddUnserved(const SourceCrd& after, CrdDiff& to) const;
  bool Fails(const compare::Change& change) const;

  const DiffOptions& options_;
};

// Those of the cluster that the flags lead to, which match. They have no places. Call it before the
// first thread starts. Errors: as VisitClusterCrds.
base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector);

// Counts the objects of a cluster that each change meets; the old CRDs of the pairs are those of the cluster, and
// `diffs` has the answer of each pair. Returns the exit code: 0, or that of a walk that did not read all.
int CountStored(const DiffOptions& options, const std::vector<CrdPair>& pairs, std::vector<CrdDiff>& diffs, StoredSummary& to);

// Writes a report, one CRD after the other.
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
// By the reports of lint: github, sarif.
std::unique_ptr<DiffReporter> NewFindingsDiffReporter(const DiffOptions& options);

// "crd.yaml:3:7"; of a CRD in a cluster, which has no lines, the path in it.
std::string PlaceOf(const std::string& file, document::Position at, const std::string& path);

// "3 CRDs compared, 2 changed, 1 fails: …".
std::string SentenceOf(const DiffTotals& totals);

// What happens to the witness now. Precondition: there is one.
std::string OutcomeOf(const compare::Change& change);
// An object as YAML, each line behind `margin`.
std::string WitnessText(const compare::Witness& witness, std::string_view margin);

// Returns the exit code.
int RunDiff(const DiffOptions& options);

}  // namespace structural::cli
