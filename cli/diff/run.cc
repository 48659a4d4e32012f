#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <iterator>
#include <set>

#include "cli/diff/diff.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::unique_ptr<DiffReporter> NewDiffReporter(const DiffOptions& options) {
  if (options.output == "json") return NewJsonDiffReporter(options);
  if (options.output == "markdown") return NewMarkdownDiffReporter(options);
  if (options.output == "text") return NewTextDiffReporter(options, WantsColors());
  return NewFindingsDiffReporter(options);
}

class DiffRun {
 public:
  explicit DiffRun(const DiffOptions& options) : options_(options), reporter_(NewDiffReporter(options)) {}

  int Run();

 private:
  bool Read();
  bool ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to);
  bool ReadAfter();
  bool ReadCluster();
  bool Pair();
  CrdDiff Compare(const Differ& differ, const CrdPair& pair) const;
  std::vector<CrdDiff> CountedDiffs();
  void Report(const CrdDiff& diff);
  void Count(const CrdDiff& diff);
  void Write(std::string_view text);
  int ExitCode() const;

  const DiffOptions& options_;
  std::unique_ptr<DiffReporter> reporter_;
  SourceCrds before_, after_;
  std::vector<CrdPair> pairs_;  // pairs of before_ and after_
  DiffTotals totals_;
  bool written_ = true;
  int walked_ = kExitOk;  // exit code of reading stored objects
};

bool DiffRun::ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to) {
  if (!read.ok()) {
    PrintError("structural diff: " + named + ": " + read.error().message());
    return false;
  }
  to = *std::move(read);
  return true;
}

bool DiffRun::ReadAfter() {
  const bool one = options_.paths.size() == 1;
  for (const std::string& path : options_.paths) {
    SourceCrds some;
    const CrdSource source{.source = path,
                           .may_be_missing = options_.allow_empty,
                           .may_be_empty = options_.allow_empty || !one,
                           .filter = options_.filter};
    if (!ReadSide(path, ReadCrds(source), some)) return false;
    std::ranges::move(some, std::back_inserter(after_));
  }
  if (!after_.empty() || options_.allow_empty) return true;
  ReportNothingFound("diff", "CRD");
  return false;
}

// Reads both sides. CRDs of the cluster that no file defines are dropped.
bool DiffRun::ReadCluster() {
  const controller::Selector& selector = options_.stored.selector;
  if (!ReadAfter() || !ReadSide("--cluster", ReadClusterCrds(*options_.cluster, selector), before_)) return false;
  std::erase_if(after_, [&](const SourceCrd& each) { return !selector.Matches(each.name); });
  std::set<std::string_view> names;
  for (const SourceCrd& each : after_) names.insert(each.name);
  std::erase_if(before_, [&](const SourceCrd& each) { return !names.contains(each.name); });
  if (!before_.empty() || after_.empty() || options_.allow_empty) return true;
  PrintError(
      "structural diff: --cluster: the API server has none of these CRDs; use --allow-empty if that is right, as for a "
      "first release");
  return false;
}

bool DiffRun::Read() {
  if (options_.cluster) return ReadCluster();
  const bool against = !options_.against.empty();
  const std::string& old = against ? options_.against : options_.before;
  CrdSource source{.source = old,
                   .may_be_missing = options_.allow_empty,
                   .may_be_empty = options_.allow_empty,
                   .filter = options_.filter};
  if (against) source.paths = options_.paths;
  return ReadSide(against ? "--against " + old : old, ReadCrds(source), before_) && ReadAfter();
}

// If each side has exactly one CRD, they are a pair even if their names differ.
bool DiffRun::Pair() {
  if (before_.size() == 1 && after_.size() == 1 && !options_.cluster) {
    pairs_.push_back({&before_.front(), &after_.front()});
    return true;
  }
  CrdPairs found = PairCrds(before_, after_);
  for (const std::string& sentence : found.ambiguous) PrintError("structural diff: " + sentence);
  pairs_ = std::move(found.pairs);
  return found.ambiguous.empty();
}

void DiffRun::Count(const CrdDiff& diff) {
  ++totals_.crds;
  totals_.changed += diff.changed() ? 1 : 0;
  totals_.failing += diff.fails ? 1 : 0;
  totals_.unread += diff.error.empty() ? 0 : 1;
  for (const DiffEntry& entry : diff.entries) ++totals_.claims[ClaimOf(entry.change).id];
  if (diff.state == CrdDiff::State::kAdded) ++totals_.claims["added"];
  if (diff.state == CrdDiff::State::kRemoved || !diff.renamed_from.empty()) ++totals_.claims["removed"];
  if (diff.refused() > 0) totals_.claims["refused"] += diff.refused();
  if (diff.refusals.size() > diff.refused()) totals_.claims["warnings"] += diff.refusals.size() - diff.refused();
}

void DiffRun::Write(std::string_view text) {
  if (!Print(text)) written_ = false;
}

int DiffRun::ExitCode() const {
  if (!written_) return kExitInternal;
  if (walked_ != kExitOk) return walked_;
  if (totals_.unread > 0) return kExitUsage;
  if (totals_.crds == 0 && !options_.allow_empty) return ReportNothingFound("diff", "CRD");
  return totals_.failing == 0 || options_.no_fail ? kExitOk : kExitFailure;
}

CrdDiff DiffRun::Compare(const Differ& differ, const CrdPair& pair) const {
  CrdDiff diff = differ.Compare(pair);
  const auto range = std::ranges::equal_range(pairs_, pair.name(), {}, &CrdPair::name);
  diff.is_copy = range.size() > 1;
  return diff;
}

// Reads the objects of all CRDs in one walk.
std::vector<CrdDiff> DiffRun::CountedDiffs() {
  const Differ differ(options_);
  std::vector<CrdDiff> diffs;
  for (const CrdPair& pair : pairs_) diffs.push_back(Compare(differ, pair));
  walked_ = CountStored(options_, pairs_, diffs, totals_.stored.emplace());
  for (CrdDiff& diff : diffs) differ.EvaluateStored(diff);
  return diffs;
}

void DiffRun::Report(const CrdDiff& diff) {
  if (!diff.error.empty()) PrintError(diff.error);
  Count(diff);
  Write(reporter_->Add(diff));
}

int DiffRun::Run() {
  if (!Read() || !Pair()) return kExitUsage;
  Write(reporter_->Begin());
  if (options_.cluster) {
    for (const CrdDiff& diff : CountedDiffs()) Report(diff);
  } else {
    const Differ differ(options_);
    for (const CrdPair& pair : pairs_) Report(Compare(differ, pair));
  }
  Write(reporter_->End(totals_));
  if (!Flush()) written_ = false;
  if (!written_) PrintError(std::string("structural diff: cannot write the report: ") + std::strerror(errno));
  if (options_.output == "text" || options_.output == "github") std::cerr << SentenceOf(totals_) << "\n";
  return ExitCode();
}

}  // namespace

int RunDiff(const DiffOptions& options) { return DiffRun(options).Run(); }

}  // namespace structural::cli
