#include "schema/cel/syntax/configuration.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace structural::cel::syntax {

std::size_t StackPool::Hash::operator()(const StackSet* stack) const {
  std::size_t hash = stack->made_by_merge;
  for (const StackSet::Top& top : stack->tops) {
    hash = hash * 31 + static_cast<std::size_t>(top.state);
    hash = hash * 31 + std::hash<const void*>()(top.parents);
  }
  return hash;
}

bool StackPool::Equal::operator()(const StackSet* a, const StackSet* b) const {
  return a->made_by_merge == b->made_by_merge &&
         std::equal(a->tops.begin(), a->tops.end(), b->tops.begin(), b->tops.end());
}

StackPool::StackPool(base::Arena& arena) : arena_(arena) {
  const StackSet::Top bottom = {StackSet::kBottom, nullptr};
  empty_ = Intern({&bottom, 1}, false);
}

const StackSet* StackPool::Intern(std::span<const StackSet::Top> tops, bool merged) {
  const StackSet wanted = {tops, merged};
  const auto found = interned_.find(&wanted);
  if (found != interned_.end()) return *found;
  StackSet* made = arena_.New<StackSet>();
  *made = {arena_.Copy(tops), merged};
  interned_.insert(made);
  return made;
}

const StackSet* StackPool::Push(const StackSet* parents, StateId state) {
  const StackSet::Top top = {state, parents};
  return Intern({&top, 1}, false);
}

const StackSet* StackPool::Merge(const StackSet* a, const StackSet* b, bool wildcard) {
  if (a == b) return a;
  const bool a_single = !a->made_by_merge && a != empty_, b_single = !b->made_by_merge && b != empty_;
  if (a_single && b_single) return MergeSingle(a, b, wildcard);
  if (wildcard && a->IsEmpty()) return a;
  if (wildcard && b->IsEmpty()) return b;
  // ANTLR ignores the empty stack in this union.
  const std::span<const StackSet::Top> none;
  return MergeLists(a == empty_ ? none : a->tops, b == empty_ ? none : b->tops, wildcard);
}

const StackSet* StackPool::MergeSingle(const StackSet* a, const StackSet* b, bool wildcard) {
  const StackSet::Top& left = a->tops[0];
  const StackSet::Top& right = b->tops[0];
  if (left.state == right.state) return Push(Merge(left.parents, right.parents, wildcard), left.state);
  const bool ordered = left.state < right.state;
  const StackSet::Top both[] = {ordered ? left : right, ordered ? right : left};
  return Intern(both, true);
}

const StackSet* StackPool::MergeLists(std::span<const StackSet::Top> a, std::span<const StackSet::Top> b,
                                      bool wildcard) {
  std::vector<StackSet::Top> all;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].state < b[j].state)) {
      all.push_back(a[i++]);
    } else if (i == a.size() || b[j].state < a[i].state) {
      all.push_back(b[j++]);
    } else {
      const bool same = a[i].parents == b[j].parents;
      all.push_back({a[i].state, same ? a[i].parents : Merge(a[i].parents, b[j].parents, wildcard)});
      ++i;
      ++j;
    }
  }
  const bool trimmed = all.size() < a.size() + b.size();
  return Intern(all, !trimmed || all.size() > 1);
}

void Configurations::Add(Configuration* configuration, StackPool& stacks) {
  const std::uint32_t place = static_cast<std::uint32_t>(configuration->state) << 16 |
                              std::uint32_t{configuration->alternative} << 8 | configuration->precedence;
  const auto [found, is_new] = by_place_.emplace(place, configuration);
  if (is_new) return all_.push_back(configuration);
  Configuration& existing = *found->second;
  existing.outer_context_depth = std::max(existing.outer_context_depth, configuration->outer_context_depth);
  existing.keeps_precedence = existing.keeps_precedence || configuration->keeps_precedence;
  existing.stack = stacks.Merge(existing.stack, configuration->stack, !has_callers_);
}

int Configurations::OnlyAlternative() const {
  int only = 0;
  for (const Configuration* configuration : all_) {
    if (only != 0 && configuration->alternative != only) return 0;
    only = configuration->alternative;
  }
  return only;
}

}  // namespace structural::cel::syntax
