#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "cli/diff/diff.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

using Sides = std::pair<const SourceCrd*, const SourceCrd*>;

std::unique_ptr<DiffReporter> NewDiffReporter(const DiffOptions& options) {
  if (options.output == "json") return NewJsonDiffReporter(options);
  if (options.output == "markdown") return NewMarkdownDiffReporter(options);
  if (options.output == "text") return NewTextDiffReporter(options, WantsColors());
  return NewFindingsDiffReporter(options.output);
}

class DiffRun {
 public:
  explicit DiffRun(const DiffOptions& options) : options_(options), reporter_(NewDiffReporter(options)) {}

  int Run();

 private:
  bool Read();
  bool ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to);
  bool ReadAfter();
  std::map<std::string, Sides> Pairs() const;
  std::vector<CrdDiff> CountedDiffs();
  void Report(const CrdDiff& diff);
  void Count(const CrdDiff& diff);
  void Write(std::string_view text);
  int ExitCode() const;

  const DiffOptions& options_;
  std::unique_ptr<DiffReporter> reporter_;
  SourceCrds before_, after_;
  DiffTotals totals_;
  bool written_ = true;
  int walked_ = kExitOk;  // over stored objects
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
  for (const std::string& path : options_.paths) {
    SourceCrds some;
    if (!ReadSide(path, ReadCrds(path), some)) return false;
    after_.merge(some);
  }
  return true;
}

// A cluster has CRDs that are in no file.
bool DiffRun::Read() {
  if (options_.cluster) {
    const controller::Selector& selector = options_.stored.selector;
    if (!ReadAfter() || !ReadSide("--cluster", ReadClusterCrds(*options_.cluster, selector), before_)) return false;
    std::erase_if(after_, [&](const auto& each) { return !selector.Matches(each.first); });
    std::erase_if(before_, [&](const auto& each) { return !after_.contains(each.first); });
    return true;
  }
  const std::string& old = options_.against.empty() ? options_.before : options_.against;
  return ReadSide(old, options_.against.empty() ? ReadCrds(old) : ReadCrdsAgainst(old, options_.paths), before_) &&
         ReadAfter();
}

// By name; the only CRDs of both sides are a pair whatever their names.
std::map<std::string, Sides> DiffRun::Pairs() const {
  std::map<std::string, Sides> pairs;
  if (before_.size() == 1 && after_.size() == 1 && !options_.cluster) {
    pairs[after_.begin()->first] = {&before_.begin()->second, &after_.begin()->second};
    return pairs;
  }
  for (const auto& [name, crd] : before_) pairs[name].first = &crd;
  for (const auto& [name, crd] : after_) pairs[name].second = &crd;
  return pairs;
}

void DiffRun::Count(const CrdDiff& diff) {
  ++totals_.crds;
  totals_.changed += diff.changed() ? 1 : 0;
  totals_.failing += diff.fails ? 1 : 0;
  totals_.unread += diff.error.empty() ? 0 : 1;
  for (const DiffEntry& entry : diff.entries) ++totals_.claims[ClaimOf(entry.change)];
  if (diff.state == CrdDiff::State::kAdded) ++totals_.claims["added"];
  if (diff.state == CrdDiff::State::kRemoved) ++totals_.claims["removed"];
  if (!diff.refusals.empty()) totals_.claims["refused"] += diff.refusals.size();
}

void DiffRun::Write(std::string_view text) {
  if (!Print(text)) written_ = false;
}

int DiffRun::ExitCode() const {
  if (!written_) return kExitInternal;
  if (walked_ != kExitOk) return walked_;
  if (totals_.unread > 0) return kExitUsage;
  if (totals_.crds == 0 && !options_.allow_empty) return FoundNothing("diff", "CRD");
  return totals_.failing == 0 || options_.no_fail ? kExitOk : kExitFailure;
}

// The objects of all CRDs are read in one go.
std::vector<CrdDiff> DiffRun::CountedDiffs() {
  const Differ differ(options_);
  std::vector<CrdDiff> diffs;
  for (const auto& [name, sides] : Pairs()) diffs.push_back(differ.Compare(name, sides.first, sides.second));
  walked_ = CountStored(options_, before_, after_, diffs, totals_.stored.emplace());
  for (CrdDiff& diff : diffs) differ.JudgeStored(diff);
  return diffs;
}

void DiffRun::Report(const CrdDiff& diff) {
  if (!diff.error.empty()) PrintError(diff.error);
  Count(diff);
  Write(reporter_->Add(diff));
}

int DiffRun::Run() {
  if (!Read()) return kExitUsage;
  Write(reporter_->Begin());
  if (options_.cluster) {
    for (const CrdDiff& diff : CountedDiffs()) Report(diff);
  } else {
    const Differ differ(options_);
    for (const auto& [name, sides] : Pairs()) Report(differ.Compare(name, sides.first, sides.second));
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
