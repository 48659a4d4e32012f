#include "schema/cel/syntax/configuration.h"

#include <algorithm>

namespace structural::cel::syntax {

void Configurations::Add(Configuration* configuration, StackPool& stacks) {
  has_precedence_ = has_precedence_ || configuration->precedence > 0;
  const std::uint32_t place = static_cast<std::uint32_t>(configuration->state) << 16 |
                              std::uint32_t{configuration->alternative} << 8 | configuration->precedence;
  const auto [found, is_new] = by_place_.emplace(place, configuration);
  if (is_new) return all_.push_back(configuration);
  Configuration& existing = *found->second;
  existing.outer = std::max(existing.outer, configuration->outer);
  existing.keeps_precedence = existing.keeps_precedence || configuration->keeps_precedence;
  existing.stack = stacks.Merge(existing.stack, configuration->stack, !full_);
}

int Configurations::Only() const {
  int only = 0;
  for (const Configuration* configuration : all_) {
    if (only != 0 && configuration->alternative != only) return 0;
    only = configuration->alternative;
  }
  return only;
}

}  // namespace structural::cel::syntax
