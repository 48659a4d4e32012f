#include "cli/lint/fix/suggested_fixes.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>

#include "cli/report/findings/specific.h"
#include "cli/report/fix/pointers.h"
#include "schema/base/running_hash.h"

namespace structural::cli {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::size_t Shared(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

PrefixIndex::PrefixIndex(std::vector<std::pair<std::string, std::size_t>> texts)
    : texts_(std::move(texts)), segment_tree_(2 * texts_.size(), kNone) {
  std::ranges::sort(texts_);
  const std::size_t size = texts_.size();
  for (std::size_t i = 0; i < size; ++i) segment_tree_[size + i] = texts_[i].second;
  for (std::size_t i = size; i-- > 1;) segment_tree_[i] = std::min(segment_tree_[2 * i], segment_tree_[2 * i + 1]);
}

std::size_t PrefixIndex::LowerBound(std::string_view text) const {
  const auto found =
      std::ranges::lower_bound(texts_, text, {}, [](const auto& entry) { return std::string_view(entry.first); });
  return static_cast<std::size_t>(found - texts_.begin());
}

std::optional<std::size_t> PrefixIndex::FirstWithPrefix(std::string_view prefix) const {
  const std::size_t first = LowerBound(prefix);
  const auto behind = std::partition_point(texts_.begin() + static_cast<std::ptrdiff_t>(first), texts_.end(),
                                           [&](const auto& entry) { return entry.first.starts_with(prefix); });
  std::size_t min = kNone;
  std::size_t begin = first + texts_.size();
  std::size_t end = static_cast<std::size_t>(behind - texts_.begin()) + texts_.size();
  for (; begin < end; begin /= 2, end /= 2) {
    if (begin % 2 == 1) min = std::min(min, segment_tree_[begin++]);
    if (end % 2 == 1) min = std::min(min, segment_tree_[--end]);
  }
  return min == kNone ? std::nullopt : std::optional(min);
}

std::string_view PrefixIndex::LongestShared(std::string_view text) const {
  const std::size_t at = LowerBound(text);
  std::size_t longest = 0;
  if (at < texts_.size()) longest = Shared(text, texts_[at].first);
  if (at > 0) longest = std::max(longest, Shared(text, texts_[at - 1].first));
  return text.substr(0, longest);
}

namespace {

using document::Replacement;
using findings::Finding;

// ItemIndex: finds the item of a plan that fixes a finding.
//
// Refers to the plan, which must outlive it. The time of the constructor is linear in the size of the plan. The time of
// a search is linear in the path of the finding, except for a factor that is logarithmic in the number of items.
class ItemIndex {
 public:
  explicit ItemIndex(const CrdPlan& crd);

  // Returns the index of the first item that matches the finding: the plan makes its change, and its rule is that of
  // the finding. Its place is that of the finding, or inside the value there. If the finding is in a branch of allOf,
  // anyOf, oneOf or not, also finds an item about the whole keyword. nullopt: the plan has no such item.
  std::optional<std::size_t> Find(const findings::Finding& finding) const;

 private:
  struct Composition {
    std::string path;
    std::size_t item;
  };
  struct ItemsOfRule {
    // first item, if the rule is preserve-unknown-fields, which is about the whole CRD
    std::optional<std::size_t> anywhere;
    std::map<document::Position, std::size_t> at;
    std::unordered_map<std::uint64_t, Composition>
        compositions;  // allOf, anyOf, oneOf and not, by the hash of their path
    std::optional<PrefixIndex> paths;
  };

  static std::optional<std::size_t> FirstComposition(const ItemsOfRule& rule, std::string_view path);

  std::unordered_map<std::string_view, ItemsOfRule> rules_;
};

constexpr std::string_view kCompositions[] = {".allOf", ".anyOf", ".oneOf", ".not"};

bool EndsWithComposition(std::string_view path) {
  return std::ranges::any_of(kCompositions, [&](std::string_view name) { return path.ends_with(name); });
}

void TakeLess(std::optional<std::size_t>& first, std::optional<std::size_t> other) {
  if (other && (!first || *other < *first)) first = other;
}

ItemIndex::ItemIndex(const CrdPlan& crd) {
  std::unordered_map<std::string_view, std::vector<std::pair<std::string, std::size_t>>> paths;
  for (std::size_t i = 0; i < crd.plan.items.size(); ++i) {
    const fix::Item& item = crd.plan.items[i];
    if (!item.done) continue;
    ItemsOfRule& rule = rules_[item.rule];
    rule.at.emplace(crd.places[i], i);
    if (item.rule == "preserve-unknown-fields") {
      if (!rule.anywhere) rule.anywhere = i;
      continue;
    }
    std::string path = FieldPathOf(item.path);
    if (EndsWithComposition(path)) rule.compositions.emplace(base::RunningHash(path), Composition{path, i});
    paths[item.rule].emplace_back(std::move(path), i);
  }
  for (auto& [name, of_rule] : paths) rules_[name].paths.emplace(std::move(of_rule));
}

// Returns the first item about a whole allOf, anyOf, oneOf or not through which the path leads; nullopt if no item is
// about one.
std::optional<std::size_t> ItemIndex::FirstComposition(const ItemsOfRule& rule, std::string_view path) {
  std::optional<std::size_t> first;
  if (rule.compositions.empty()) return first;
  std::uint64_t hash = base::kEmptyHash;
  for (std::size_t at = 0;;) {
    const std::size_t end = path.find_first_of(".[", at + 1);
    if (end == path.npos) return first;
    hash = base::RunningHash(path.substr(at, end - at), hash);
    at = end;
    const std::string_view outer = path.substr(0, end);
    if (!EndsWithComposition(outer)) continue;
    const auto found = rule.compositions.find(hash);
    if (found != rule.compositions.end() && found->second.path == outer) {
      TakeLess(first, found->second.item);
    }
  }
}

std::optional<std::size_t> ItemIndex::Find(const findings::Finding& finding) const {
  const auto found = rules_.find(findings::GeneralRule(finding.rule));
  if (found == rules_.end()) return std::nullopt;
  const ItemsOfRule& rule = found->second;
  std::optional<std::size_t> first = rule.anywhere;
  if (const auto at = rule.at.find(finding.at); at != rule.at.end()) TakeLess(first, at->second);
  TakeLess(first, FirstComposition(rule, finding.path));
  if (!rule.paths) return first;
  for (const char next : {'.', '['}) TakeLess(first, rule.paths->FirstWithPrefix(finding.path + next));
  return first;
}

// TextPlaces: converts offsets in a text to lines and columns.
//
// Refers to the text, which must outlive it. The time of a conversion does not depend on the length of the line. Safe
// to read from several threads.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // Returns the line and column of an offset. Precondition: the offset is at the start of a character, or the end of
  // the text.
  findings::TextPlace At(std::size_t offset) const;

 private:
  std::string_view text_;
  std::size_t CharactersBefore(std::size_t offset) const;

  std::vector<std::size_t> begins_;      // offset at which each line begins
  std::vector<std::size_t> characters_;  // number of characters before every multiple of kMarkEvery bytes
};

constexpr std::size_t kMarkEvery = 1024;

// Returns the number of code points whose first byte is in the text, which can begin or end within a code point.
std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TextPlaces::TextPlaces(std::string_view text) : text_(text), begins_{0} {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    begins_.push_back(at + 1);
  }
  std::size_t characters = 0;
  for (std::size_t at = 0; at <= text.size(); at += kMarkEvery) {
    characters_.push_back(characters);
    characters += Characters(text.substr(at, kMarkEvery));
  }
}

std::size_t TextPlaces::CharactersBefore(std::size_t offset) const {
  const std::size_t mark = offset / kMarkEvery;
  return characters_[mark] + Characters(text_.substr(mark * kMarkEvery, offset - mark * kMarkEvery));
}

findings::TextPlace TextPlaces::At(std::size_t offset) const {
  const auto next = std::ranges::upper_bound(begins_, offset);
  const std::size_t begin = *(next - 1);
  const std::string_view before = text_.substr(begin, offset - begin);
  const std::size_t characters = CharactersBefore(offset) - CharactersBefore(begin);
  return {{static_cast<std::uint32_t>(next - begins_.begin()), static_cast<std::uint32_t>(characters + 1)},
          static_cast<std::uint32_t>(before.size() + 1)};
}

// A finding, and its fix while the replacements are assigned to it.
struct FindingFix {
  Finding* finding;
  std::size_t document;
  std::string path;  // JSON Pointer of the item in the document
  std::string_view impact;
  std::string reason;
  std::vector<std::size_t> replacements = {};  // indexes in FixSuggester::all_
};

// Limits of the copies of a group of replacements that belong to several findings. The fix of each finding contains a
// copy. A group of at most kFew replacements is copied for all findings. A larger group is copied at most kMaxShared /
// size times; further findings get no fix.
constexpr std::size_t kFew = 16;
constexpr std::size_t kMaxShared = 2000;

// Returns the start of the text up to its n-th slash, including the slash; empty for n = 0.
std::string_view UpToSlash(std::string_view text, std::size_t n) {
  std::size_t end = 0;
  for (; n > 0; --n) end = text.find('/', end) + 1;
  return text.substr(0, end);
}

// The replacements of a document that change one value, and the number of fixes that have a copy of them.
struct Group {
  std::vector<std::size_t> replacements;
  std::size_t suggested = 0;

  bool MayBeSuggested() const {
    const std::size_t size = replacements.size();
    return suggested == 0 || size <= kFew || (suggested + 1) * size <= kMaxShared;
  }
};
using ByPointer = std::unordered_map<std::string_view, Group>;

// The CRDs of a file that have the same name, and the findings about them. Sort() sorts both by their place.
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

// Returns the findings of one of the CRDs: those between its start and the start of the next CRD. The place of a value
// that comes from a YAML alias is that of the anchor, which can be in another CRD; such a finding belongs to that CRD.
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

  void AddFixes(findings::FileReport& report);

 private:
  void Find(const CrdPlan& crd, std::span<Finding* const> findings);
  void AddFixesIn(std::size_t document, std::span<FindingFix> meant);
  void AssignInnermost(FindingFix& meant, ByPointer& by_pointer);
  void AssignToNearest(std::size_t replacement, std::span<FindingFix> meant, const PrefixIndex& paths);
  findings::SuggestedFix FixOf(const FindingFix& meant) const;
  // Returns the text between the replacement with this index and the next one.
  std::string_view Between(std::size_t replacement) const {
    const std::size_t end = all_[replacement].end;
    return text_.substr(end, all_[replacement + 1].begin - end);
  }
  // Returns whether the replacement with this index and the next one change the same value on one line. Such
  // replacements are combined into one, because after only one of them the text would not be YAML.
  bool IsHalf(std::size_t replacement) const {
    return all_[replacement].paths == all_[replacement + 1].paths &&
           Between(replacement).find('\n') == std::string_view::npos;
  }

  const std::string_view text_;
  const FilePlan& plan_;
  const std::vector<Replacement> all_;
  const TextPlaces places_;
  std::vector<FindingFix> meant_;  // findings that get fixes, in the order of documents
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
        {finding, crd.document, crd.crd_pointer + item.path, NameOf(item.impact), std::string(item.reason)});
  }
}

// Adds to the fix the replacements of the innermost changed value that contains the item's place. Adds nothing if no
// changed value contains it, or if the limit of copies is reached.
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

// Adds the replacement to the fix of the finding whose path shares the most leading parts with a path of the
// replacement.
void FixSuggester::AssignToNearest(std::size_t replacement, std::span<FindingFix> meant, const PrefixIndex& paths) {
  std::optional<std::size_t> nearest;
  std::ptrdiff_t max = -1;
  for (const std::string& path : all_[replacement].paths) {
    const auto parts = std::ranges::count(paths.LongestShared(path), '/');
    const auto first = paths.FirstWithPrefix(UpToSlash(path, static_cast<std::size_t>(parts)));
    if (!first || parts < max || (parts == max && *first > *nearest)) continue;
    max = parts;
    nearest = first;
  }
  if (nearest) meant[*nearest].replacements.push_back(replacement);
}

void FixSuggester::AddFixesIn(std::size_t document, std::span<FindingFix> meant) {
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
  const PrefixIndex nearest(std::move(paths));
  for (std::size_t i = begin; i < end; ++i) {
    if (!given_[i]) AssignToNearest(i, meant, nearest);
  }
}

findings::SuggestedFix FixSuggester::FixOf(const FindingFix& meant) const {
  findings::SuggestedFix fix{meant.impact, meant.reason, {}};
  auto mine = meant.replacements;
  std::ranges::sort(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const Replacement& first = all_[mine[i]];
    findings::Replacement one{places_.At(first.begin), places_.At(first.end), first.with};
    for (; i + 1 < mine.size() && mine[i + 1] == mine[i] + 1 && IsHalf(mine[i]); ++i) {
      const Replacement& next = all_[mine[i + 1]];
      one.new_text.append(Between(mine[i])).append(next.with);
      one.end = places_.At(next.end);
    }
    fix.replacements.push_back(std::move(one));
  }
  return fix;
}

void FixSuggester::AddFixes(findings::FileReport& report) {
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
    AddFixesIn(meant_[begin].document, std::span(meant_).subspan(begin, end - begin));
  }
  for (const FindingFix& meant : meant_) {
    if (!meant.replacements.empty()) meant.finding->fix = FixOf(meant);
  }
}

}  // namespace

void SuggestFixes(std::string_view text, fix::ChangeImpact max, findings::FileReport& report) {
  if (report.findings.empty()) return;
  const FilePlan plan = PlanFile(text, max, FixTarget::kStructural, {.keep_status = true});
  if (!plan.has_changes()) return;
  auto replacements = ReplacementsOf(text, plan);
  if (replacements.ok()) FixSuggester(text, plan, *std::move(replacements)).AddFixes(report);
}

}  // namespace structural::cli
