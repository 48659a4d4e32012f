#include "cli/fix/item_index.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/findings/specific.h"
#include "cli/fix/pointer.h"
#include "schema/base/running_hash.h"

namespace structural::cli {
namespace {

constexpr std::string_view kJunctors[] = {".allOf", ".anyOf", ".oneOf", ".not"};

bool EndsWithJunctor(std::string_view path) {
  return std::ranges::any_of(kJunctors,
                             [&](std::string_view name) { return path.ends_with(name); });
}

void TakeLess(std::optional<std::size_t>& first, std::optional<std::size_t> other) {
  if (other && (!first || *other < *first)) first = other;
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

// Of those that the path is below.
std::optional<std::size_t> ItemIndex::FirstJunctor(const OfRule& rule, std::string_view path) {
  std::optional<std::size_t> first;
  if (rule.junctors.empty()) return first;
  std::uint64_t hash = base::kHashOfNothing;
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

std::optional<std::size_t> ItemIndex::Find(const lint::Finding& finding) const {
  const auto found = rules_.find(lint::GeneralRule(finding.rule));
  if (found == rules_.end()) return std::nullopt;
  const OfRule& rule = found->second;
  std::optional<std::size_t> first = rule.anywhere;
  if (const auto at = rule.at.find(finding.at); at != rule.at.end()) TakeLess(first, at->second);
  TakeLess(first, FirstJunctor(rule, finding.path));
  if (!rule.paths) return first;
  for (const char next : {'.', '['}) TakeLess(first, rule.paths->First(finding.path + next));
  return first;
}

}  // namespace structural::cli
