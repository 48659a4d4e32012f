#include "schema/objects/transform.h"

#include <utility>

namespace structural::objects {
namespace {

using crd::NestedValueValidation;
using crd::Structural;
using crd::ValueValidation;

template <typename Change>
DerivedSchema Derive(const Structural& schema, base::Arena& arena, const Change& change) {
  bool changed = false;
  const Structural* derived = Rebuild(schema, arena, change, &changed);
  return {derived, changed};
}

constexpr NestedValueValidation OfType(std::string_view type) {
  NestedValueValidation validation;
  validation.forbidden_generics.type = type;
  return validation;
}

constexpr NestedValueValidation kInteger = OfType("integer"), kString = OfType("string");
constexpr const NestedValueValidation* kEither[] = {&kInteger, &kString};
constexpr ValueValidation IntOrString() {
  ValueValidation validation;
  validation.any_of = kEither;
  return validation;
}

constexpr NestedValueValidation With(const ValueValidation& values) {
  NestedValueValidation validation;
  validation.value_validation = &values;
  return validation;
}

constexpr ValueValidation kIntOrString = IntOrString();
constexpr NestedValueValidation kIntOrStringBranch = With(kIntOrString);

bool AllowsIntOrString(const ValueValidation& validation) {
  if (crd::IsIntOrString(validation.any_of)) return true;
  const auto& all_of = validation.all_of;
  return !all_of.empty() && crd::IsIntOrString(all_of[0]->value_validation->any_of);
}

bool UnfoldNode(Structural& node, base::Arena& arena) {
  if (!node.extensions->x_int_or_string || AllowsIntOrString(*node.value_validation)) return false;
  auto* unfolded = arena.New<ValueValidation>();
  *unfolded = *node.value_validation;
  if (unfolded->any_of.empty()) {
    unfolded->any_of = kEither;
  } else {
    std::vector<const NestedValueValidation*> all_of{&kIntOrStringBranch};
    all_of.insert(all_of.end(), unfolded->all_of.begin(), unfolded->all_of.end());
    unfolded->all_of = arena.Copy(std::span<const NestedValueValidation* const>(all_of));
  }
  node.value_validation = unfolded;
  return true;
}

}  // namespace

DerivedSchema Skeleton(const Structural& schema, base::Arena& arena) {
  return Derive(schema, arena, [](Structural& node) {
    node.value_validation = &crd::kNoValueValidation;
    return true;
  });
}

DerivedSchema StripNullable(const Structural& schema, base::Arena& arena) {
  return Derive(schema, arena, [](Structural& node) { return std::exchange(node.generic.nullable, false); });
}

DerivedSchema Unfold(const Structural& schema, base::Arena& arena) {
  return Derive(schema, arena, [&](Structural& node) { return UnfoldNode(node, arena); });
}

}  // namespace structural::objects
