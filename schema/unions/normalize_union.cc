// One union, as typed/union.go decides.
#include <algorithm>

#include "schema/unions/normalize.h"
#include "schema/unions/union_fields.h"

namespace structural::unions {
namespace {

// The field that a discriminator's value stands for, or else the one that is called so.
std::string_view ToField(std::string_view value, const Union& of) {
  const auto found = std::ranges::find(of.members, value, &UnionMember::value);
  return found != of.members.end() ? found->field : value;
}

std::string Names(const SetFields& fields) {
  std::string names;
  for (const UnionMember* member : fields) {
    names.append(names.empty() ? "" : ", ").append(member->field);
  }
  return names;
}

}  // namespace

std::string NormalizeUnion(const UnionStep& step, base::Arena& arena) {
  const SetFields set = FieldsIn(&step.now, step.of);
  const SetFields added = Added(FieldsIn(step.before, step.of), set);
  const std::string_view value = DiscriminatorIn(&step.now, step.of);
  if (!value.empty() && value != DiscriminatorIn(step.before, step.of)) {
    if (added.size() == 1 && added[0]->value != value) {
      return "discriminator (" + std::string(value) + ") and field changed (POINTER) don't match";
    }
    if (added.size() > 1) return "multiple new fields added: " + Names(added);
    ClearAllBut(ToField(value, step.of), step.of, step.now);
    return {};
  }
  if (set.size() > 1) return "multiple fields set without discriminator change: " + Names(set);
  if (step.deduce && set.size() == 1) SetDiscriminator(set[0]->value, step.of, step.now, arena);
  return {};
}

std::string NormalizeAppliedUnion(const UnionStep& step, base::Arena& arena) {
  const SetFields applied = FieldsIn(step.before, step.of);
  if (applied.size() > 1) return "more than one field of union applied: " + Names(applied);
  if (applied.empty()) return {};
  const UnionMember& chosen = *applied[0];
  const std::string_view value = DiscriminatorIn(step.before, step.of);
  if (!value.empty() && value != chosen.value) {
    return "applied discriminator (" + std::string(value) + ") doesn't match applied field (" +
           std::string(chosen.field) + ")";
  }
  if (step.deduce) SetDiscriminator(chosen.value, step.of, step.now, arena);
  ClearAllBut(chosen.field, step.of, step.now);
  return {};
}

}  // namespace structural::unions
