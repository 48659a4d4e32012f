#include "schema/crd/model/structural.h"

namespace structural::crd {
namespace {

bool HasCompositions(const ValueValidation& v) {
  return !v.all_of.empty() || !v.one_of.empty() || !v.any_of.empty() || v.not_schema != nullptr;
}

// Whether `v` has the type `type` and nothing else.
bool IsOnlyOfType(const NestedValueValidation& v, std::string_view type) {
  Generic generic = v.forbidden_generics;
  if (generic.type != type) return false;
  generic.type = {};
  return IsZero(generic) && IsZero(*v.forbidden_extensions) && IsZero(*v.value_validation) && v.items == nullptr &&
         v.properties.absent() && v.additional_properties == nullptr && Absent(v.x_validations);
}

}  // namespace

bool IsZero(const SchemaAnnotations& a) { return a.title.empty() && a.external_docs == nullptr && a.example.empty(); }

bool IsZero(const Generic& g) {
  return g.description.empty() && g.type.empty() && g.default_value.empty() && !g.nullable && IsZero(*g.annotations);
}

bool IsZero(const Extensions& x) {
  return !x.x_preserve_unknown_fields && !x.x_embedded_resource && !x.x_int_or_string && Absent(x.x_list_map_keys) &&
         !x.x_list_type && !x.x_map_type;
}

bool IsZero(const ValueValidation& v) {
  return SameLimits(v, {}) && !HasCompositions(v) && v.format.empty() && v.pattern.empty() && v.enumeration.empty() &&
         Absent(v.required);
}

bool IsIntOrString(List<NestedValueValidation> any_of) {
  return any_of.size() == 2 && IsOnlyOfType(*any_of[0], "integer") && IsOnlyOfType(*any_of[1], "string");
}

}  // namespace structural::crd
