#include <algorithm>

#include "schema/base/stack.h"
#include "schema/compare/obligations.h"

namespace structural::compare {
namespace {

// Stack for one level of a schema with anyOf, oneOf or not, in bytes.
constexpr std::size_t kStackOfLevel = 16 * 1024;

bool MembersImply(const Conjuncts& from, const Conjuncts& to, Effort& effort) {
  const auto required = RequiredNames(from);
  for (const std::string_view name : RequiredNames(to)) {
    if (!std::ranges::binary_search(required, name)) return false;
  }
  auto names = PropertyNames(to);
  if (!effort.Spend(required.size() + names.size())) return false;
  for (const std::string_view name : names) {
    if (!Implies({OfProperty(from, name), OfProperty(to, name)}, effort)) return false;
  }
  const Conjuncts others = OfOtherKeys(to);
  if (others.all.empty() && !others.forbidden) return true;
  for (const std::string_view name : PropertyNames(from)) {
    if (std::ranges::binary_search(names, name)) continue;
    if (!Implies({OfProperty(from, name), others}, effort)) return false;
  }
  return Implies({OfOtherKeys(from), others}, effort);
}

}  // namespace

bool Implies(const Places& places, Effort& effort) {
  if (places.to.all.empty() && !places.to.forbidden) return true;
  if (!effort.Spend() || base::StackBytesLeft() < base::kStackReserve + kStackOfLevel) return false;
  Obligations obligations(effort, nullptr);
  CheckPlace(places, obligations);
  if (obligations.failed()) return false;
  const unsigned kinds = RangesOf(places.from).kinds & places.kinds;
  if (places.from.forbidden) return true;
  if ((kinds & kArray) != 0 && !Implies({OfItems(places.from), OfItems(places.to)}, effort)) return false;
  return (kinds & kObject) == 0 || MembersImply(places.from, places.to, effort);
}

}  // namespace structural::compare
