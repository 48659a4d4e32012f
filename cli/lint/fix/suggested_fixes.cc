#include "cli/lint/fix/suggested_fixes.h"

#include <algorithm>
#include <span>

namespace structural::cli {
namespace {

using document::Replacement;
using findings::Finding;

// A finding, and the item of the plan about it.
struct FindingFix {
  Finding* finding;
  std::size_t document;
  std::string path;  // JSON Pointer of the item in the document
  std::string what;
  std::vector<std::size_t> replacements = {};  // indexes in the document's replacements
};

// Limits for a group of replacements that several findings share, because each suggested fix has a
// copy. A group of at most kFew is not limited. For a larger one, its size times the number of
// findings is at most kMaxShared; further findings get no fix.
constexpr std::size_t kFew = 16;
constexpr std::size_t kMaxShared = 2000;

// Returns the text up to and including its n-th slash; empty for n = 0.
std::string_view UpToSlash(std::string_view text, std::size_t n) {
  std::size_t end = 0;
  for (; n > 0; --n) end = text.find('/', end) + 1;
  return text.substr(0, end);
}

// The replacements of a document that belong to one value.
struct Group {
  std::vector<std::size_t> replacements;
  std::size_t suggested = 0;

  bool MayBeSuggested() const {
    const std::size_t size = replacements.size();
    return suggested == 0 || size <= kFew || (suggested + 1) * size <= kMaxShared;
  }
};
using ByPointer = std::unordered_map<std::string_view, Group>;

// CRDs of one name, and their findings, both in the order of the text.
struct Named {
  std::vector<const CrdPlan*> crds;
  std::vector<Finding*> findings;

  void Sort();
  std::span<Finding* const> FindingsIn(const CrdPlan& crd) const;
};

void Named::Sort() {
  if (crds.size() < 2) return;
  std::ranges::stable_sort(findings, {}, &Finding::at);
  std::ranges::stable_sort(crds, {}, &CrdPlan::begin);
}

// Returns the findings between the start of this CRD and of the next one. A value of an alias has
// the place of its anchor.
std::span<Finding* const> Named::FindingsIn(const CrdPlan& crd) const {
  if (crds.size() < 2) return findings;
  const auto [first, next] = std::ranges::equal_range(crds, crd.begin, {}, &CrdPlan::begin);
  if (*first != &crd) return {};
  const auto place_of = [&](auto at) {
    return at == crds.begin() ? findings.begin()
           : at == crds.end() ? findings.end()
                              : std::ranges::lower_bound(findings, (*at)->begin, {}, &Finding::at);
  };
  return {place_of(first), place_of(next)};
}

class FixSuggester {
 public:
  FixSuggester(std::string_view text, const FilePlan& plan, std::vector<Replacement> all)
      : text_(text), plan_(plan), all_(std::move(all)), places_(text) {}

  void Give(findings::FileReport& report);

 private:
  void Find(const CrdPlan& crd, std::span<Finding* const> findings);
  void GiveIn(std::size_t document, std::span<FindingFix> meant);
  void AssignInnermost(FindingFix& meant, ByPointer& by_pointer);
  void AssignToNearest(std::size_t replacement, std::span<FindingFix> meant, const FirstByPrefix& paths);
  findings::SuggestedFix FixOf(const FindingFix& meant) const;
  // Returns the text between a replacement and the next one.
  std::string_view Between(std::size_t replacement) const {
    const std::size_t end = all_[replacement].end;
    return text_.substr(end, all_[replacement + 1].begin - end);
  }
  // Returns whether the replacement is the first half of a change of a value within a line: without
  // the other half, the text would not be YAML.
  bool IsHalf(std::size_t replacement) const {
    return all_[replacement].paths == all_[replacement + 1].paths &&
           Between(replacement).find('\n') == std::string_view::npos;
  }

  const std::string_view text_;
  const FilePlan& plan_;
  const std::vector<Replacement> all_;
  const TextPlaces places_;
  std::vector<FindingFix> meant_;  // fixes in the order of documents
  std::vector<bool> given_;
};

void FixSuggester::Find(const CrdPlan& crd, std::span<Finding* const> findings) {
  if (findings.empty()) return;
  const ItemIndex items(crd);
  for (Finding* finding : findings) {
    const auto found = items.Find(*finding);
    if (!found) continue;
    const fix::Item& item = crd.plan.items[*found];
    meant_.push_back(
        {finding, crd.document, crd.inside + item.path, std::string(NameOf(item.impact)) + ": " + item.reason});
  }
}

// Assigns the replacements in the innermost changed value around the item's place.
void FixSuggester::AssignInnermost(FindingFix& meant, ByPointer& by_pointer) {
  std::string_view path = meant.path;
  auto found = by_pointer.find(path);
  while (found == by_pointer.end() && !path.empty()) {
    path = path.substr(0, path.rfind('/'));
    found = by_pointer.find(path);
  }
  if (found == by_pointer.end() || !found->second.MayBeSuggested()) return;
  ++found->second.suggested;
  meant.replacements = found->second.replacements;
  for (const std::size_t one : meant.replacements) given_[one] = true;
}

// Assigns the replacement to the nearest finding.
void FixSuggester::AssignToNearest(std::size_t replacement, std::span<FindingFix> meant, const FirstByPrefix& paths) {
  std::optional<std::size_t> nearest;
  std::ptrdiff_t most = -1;
  for (const std::string& path : all_[replacement].paths) {
    const auto parts = std::ranges::count(paths.LongestShared(path), '/');
    const auto first = paths.First(UpToSlash(path, static_cast<std::size_t>(parts)));
    if (!first || parts < most || (parts == most && *first > *nearest)) continue;
    most = parts;
    nearest = first;
  }
  if (nearest) meant[*nearest].replacements.push_back(replacement);
}

void FixSuggester::GiveIn(std::size_t document, std::span<FindingFix> meant) {
  const auto in_document = std::ranges::equal_range(all_, document, {}, &Replacement::document);
  const auto begin = static_cast<std::size_t>(in_document.begin() - all_.begin());
  const std::size_t end = begin + in_document.size();
  ByPointer by_pointer;
  for (std::size_t i = begin; i < end; ++i) {
    for (const std::string& path : all_[i].paths) {
      auto& there = by_pointer[path].replacements;
      if (there.empty() || there.back() != i) there.push_back(i);
    }
  }
  std::vector<std::pair<std::string, std::size_t>> paths;
  for (std::size_t i = 0; i < meant.size(); ++i) {
    AssignInnermost(meant[i], by_pointer);
    paths.emplace_back(meant[i].path, i);
  }
  const FirstByPrefix nearest(std::move(paths));
  for (std::size_t i = begin; i < end; ++i) {
    if (!given_[i]) AssignToNearest(i, meant, nearest);
  }
}

findings::SuggestedFix FixSuggester::FixOf(const FindingFix& meant) const {
  findings::SuggestedFix fix{meant.what, {}};
  auto mine = meant.replacements;
  std::ranges::sort(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const Replacement& first = all_[mine[i]];
    findings::Replacement one{places_.At(first.begin), places_.At(first.end), first.with};
    for (; i + 1 < mine.size() && mine[i + 1] == mine[i] + 1 && IsHalf(mine[i]); ++i) {
      const Replacement& next = all_[mine[i + 1]];
      one.with.append(Between(mine[i])).append(next.with);
      one.end = places_.At(next.end);
    }
    fix.replacements.push_back(std::move(one));
  }
  return fix;
}

void FixSuggester::Give(findings::FileReport& report) {
  std::unordered_map<std::string_view, Named> named;
  for (const CrdPlan& crd : plan_.crds) named[crd.name].crds.push_back(&crd);
  for (Finding& finding : report.findings) {
    const auto of_name = named.find(finding.crd);
    if (of_name != named.end()) of_name->second.findings.push_back(&finding);
  }
  for (auto& [name, both] : named) both.Sort();
  for (const CrdPlan& crd : plan_.crds) Find(crd, named[crd.name].FindingsIn(crd));
  std::ranges::stable_sort(meant_, {}, &FindingFix::document);
  given_.resize(all_.size());
  for (std::size_t begin = 0, end = 0; begin < meant_.size(); begin = end) {
    while (end < meant_.size() && meant_[end].document == meant_[begin].document) ++end;
    GiveIn(meant_[begin].document, std::span(meant_).subspan(begin, end - begin));
  }
  for (const FindingFix& meant : meant_) {
    if (!meant.replacements.empty()) meant.finding->fix = FixOf(meant);
  }
}

}  // namespace

void SuggestFixes(std::string_view text, fix::ChangeImpact most, findings::FileReport& report) {
  if (report.findings.empty()) return;
  const FilePlan plan = PlanFile(text, most, Aim::kStructural, {.keep_status = true});
  if (!plan.changes()) return;
  auto replacements = ReplacementsOf(text, plan);
  if (replacements.ok()) FixSuggester(text, plan, *std::move(replacements)).Give(report);
}

}  // namespace structural::cli
