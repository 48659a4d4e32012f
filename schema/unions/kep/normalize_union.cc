#include <algorithm>

#include "schema/unions/kep/normalize.h"
#include "schema/unions/union_fields.h"

namespace structural::unions::kep {
namespace {

using json::Value;

// Neither a text nor absent: that is for validation.
bool HasWrongDiscriminator(const Value& now, const Union& of) {
  const Value* found = of.discriminator ? now.Find(*of.discriminator) : nullptr;
  return found != nullptr && !found->is_string() && !found->is_null();
}

// Empty where the value selects nothing.
std::string_view Selected(std::string_view value, const Union& of) {
  const auto found = std::ranges::find(of.members, value, &UnionMember::value);
  return found != of.members.end() ? found->field : std::string_view();
}

}  // namespace

void NormalizeUnion(const Value* before, Value& now, const Union& of, base::Arena& arena) {
  if (HasWrongDiscriminator(now, of)) return;
  const std::string_view value = DiscriminatorIn(&now, of);
  if (!value.empty() && value != DiscriminatorIn(before, of)) {
    return ClearAllBut(Selected(value, of), of, now);
  }
  const SetFields set = FieldsIn(&now, of);
  if (set.size() == 1) {
    // What is null goes with a discriminator that is new, as it does when a client has set it: to
    // normalise once more changes nothing then.
    const bool renewed = of.discriminator && value != set[0]->value;
    SetDiscriminator(set[0]->value, of, now, arena);
    if (renewed) ClearAllBut(set[0]->field, of, now);
    return;
  }
  const SetFields added = Added(FieldsIn(before, of), set);
  if (added.size() != 1) return;
  SetDiscriminator(added[0]->value, of, now, arena);
  ClearAllBut(added[0]->field, of, now);
}

}  // namespace structural::unions::kep
