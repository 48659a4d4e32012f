#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <set>

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
  std::map<std::string, Sides> Pairs() const;
  void Count(const CrdDiff& diff);
  void Write(std::string_view text);
  int ExitCode() const;

  const DiffOptions& options_;
  std::unique_ptr<DiffReporter> reporter_;
  SourceCrds before_, after_;
  DiffTotals totals_;
  bool written_ = true;
};

bool DiffRun::ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to) {
  if (!read.ok()) {
    PrintError("structural diff: " + named + ": " + read.error().message());
    return false;
  }
  to = *std::move(read);
  return true;
}

bool DiffRun::Read() {
  if (options_.revision.empty()) {
    return ReadSide(options_.before, ReadCrds(options_.before), before_) &&
           ReadSide(options_.after, ReadCrds(options_.after), after_);
  }
  if (!ReadSide(options_.revision, ReadCrdsOf(options_.revision, options_.paths), before_)) return false;
  for (const std::string& path : options_.paths) {
    SourceCrds some;
    if (!ReadSide(path, ReadCrds(path), some)) return false;
    after_.merge(some);
  }
  return true;
}

// By name; the only CRDs of both sides are a pair whatever their names.
std::map<std::string, Sides> DiffRun::Pairs() const {
  std::map<std::string, Sides> pairs;
  if (before_.size() == 1 && after_.size() == 1) {
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
  if (!text.empty() && std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) written_ = false;
}

int DiffRun::ExitCode() const {
  if (!written_) return kExitInternal;
  if (totals_.unread > 0) return kExitUsage;
  if (totals_.crds == 0 && !options_.allow_empty) return FoundNothing("diff", "CRD");
  return totals_.failing == 0 || options_.no_fail ? kExitOk : kExitFailure;
}

int DiffRun::Run() {
  if (!Read()) return kExitUsage;
  const Differ differ(options_);
  Write(reporter_->Begin());
  for (const auto& [name, sides] : Pairs()) {
    const CrdDiff diff = differ.Compare(name, sides.first, sides.second);
    if (!diff.error.empty()) PrintError(diff.error);
    Count(diff);
    Write(reporter_->Add(diff));
  }
  Write(reporter_->End(totals_));
  if (std::fflush(stdout) != 0) written_ = false;
  if (!written_) PrintError(std::string("structural diff: cannot write the report: ") + std::strerror(errno));
  if (options_.output == "text" || options_.output == "github") std::cerr << SentenceOf(totals_) << "\n";
  return ExitCode();
}

}  // namespace

int RunDiff(const DiffOptions& options) { return DiffRun(options).Run(); }

}  // namespace structural::cli
