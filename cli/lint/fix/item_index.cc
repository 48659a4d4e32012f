#include <algorithm>
#include <limits>

#include "cli/lint/fix/suggested_fixes.h"
#include "cli/report/findings/specific.h"
#include "cli/report/fix/pointers.h"
#include "schema/base/running_hash.h"

namespace structural::cli {
namespace {

constexpr std::string_view kJunctors[] = {".allOf", ".anyOf", ".oneOf", ".not"};

bool EndsWithJunctor(std::string_view path) {
  return std::ranges::any_of(kJunctors, [&](std::string_view name) { return path.ends_with(name); });
}

void TakeLess(std::optional<std::size_t>& first, std::optional<std::size_t> other) {
  if (other && (!first || *other < *first)) first = other;
}

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::size_t Shared(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

constexpr std::size_t kMarkEvery = 1024;

// Returns the number of characters that begin in the text.
std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

ItemIndex::ItemIndex(const CrdPlan& crd) {
  std::unordered_map<std::string_view, std::vector<std::pair<std::string, std::size_t>>> paths;
  for (std::size_t i = 0; i < crd.plan.items.size(); ++i) {
    const fix::Item& item = crd.plan.items[i];
    if (!item.done) continue;
    OfRule& rule = rules_[item.rule];
    rule.at.emplace(crd.places[i], i);
    if (item.rule == "preserve-unknown-fields") {
      if (!rule.anywhere) rule.anywhere = i;
      continue;
    }
    std::string path = FieldPathOf(item.path);
    if (EndsWithJunctor(path)) rule.junctors.emplace(base::RunningHash(path), Junctor{path, i});
    paths[item.rule].emplace_back(std::move(path), i);
  }
  for (auto& [name, of_rule] : paths) rules_[name].paths.emplace(std::move(of_rule));
}

// Returns the first item about an allOf, anyOf, oneOf or not that contains the path.
std::optional<std::size_t> ItemIndex::FirstJunctor(const OfRule& rule, std::string_view path) {
  std::optional<std::size_t> first;
  if (rule.junctors.empty()) return first;
  std::uint64_t hash = base::kEmptyHash;
  for (std::size_t at = 0;;) {
    const std::size_t end = path.find_first_of(".[", at + 1);
    if (end == path.npos) return first;
    hash = base::RunningHash(path.substr(at, end - at), hash);
    at = end;
    const std::string_view outer = path.substr(0, end);
    if (!EndsWithJunctor(outer)) continue;
    const auto found = rule.junctors.find(hash);
    if (found != rule.junctors.end() && found->second.path == outer) {
      TakeLess(first, found->second.item);
    }
  }
}

std::optional<std::size_t> ItemIndex::Find(const findings::Finding& finding) const {
  const auto found = rules_.find(findings::GeneralRule(finding.rule));
  if (found == rules_.end()) return std::nullopt;
  const OfRule& rule = found->second;
  std::optional<std::size_t> first = rule.anywhere;
  if (const auto at = rule.at.find(finding.at); at != rule.at.end()) TakeLess(first, at->second);
  TakeLess(first, FirstJunctor(rule, finding.path));
  if (!rule.paths) return first;
  for (const char next : {'.', '['}) TakeLess(first, rule.paths->First(finding.path + next));
  return first;
}

FirstByPrefix::FirstByPrefix(std::vector<std::pair<std::string, std::size_t>> texts)
    : texts_(std::move(texts)), least_(2 * texts_.size(), kNone) {
  std::ranges::sort(texts_);
  const std::size_t size = texts_.size();
  for (std::size_t i = 0; i < size; ++i) least_[size + i] = texts_[i].second;
  for (std::size_t i = size; i-- > 1;) least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
}

std::size_t FirstByPrefix::LowerBound(std::string_view text) const {
  const auto found =
      std::ranges::lower_bound(texts_, text, {}, [](const auto& entry) { return std::string_view(entry.first); });
  return static_cast<std::size_t>(found - texts_.begin());
}

std::optional<std::size_t> FirstByPrefix::First(std::string_view prefix) const {
  const std::size_t first = LowerBound(prefix);
  const auto behind = std::partition_point(texts_.begin() + static_cast<std::ptrdiff_t>(first), texts_.end(),
                                           [&](const auto& entry) { return entry.first.starts_with(prefix); });
  std::size_t least = kNone;
  std::size_t begin = first + texts_.size();
  std::size_t end = static_cast<std::size_t>(behind - texts_.begin()) + texts_.size();
  for (; begin < end; begin /= 2, end /= 2) {
    if (begin % 2 == 1) least = std::min(least, least_[begin++]);
    if (end % 2 == 1) least = std::min(least, least_[--end]);
  }
  return least == kNone ? std::nullopt : std::optional(least);
}

std::string_view FirstByPrefix::LongestShared(std::string_view text) const {
  const std::size_t at = LowerBound(text);
  std::size_t longest = 0;
  if (at < texts_.size()) longest = Shared(text, texts_[at].first);
  if (at > 0) longest = std::max(longest, Shared(text, texts_[at - 1].first));
  return text.substr(0, longest);
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

}  // namespace structural::cli
