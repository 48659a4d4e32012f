#include "schema/rules/catalog.h"

namespace structural::rules {
namespace {

std::string_view DetailFor(Level level) {
  switch (level) {
    case Level::kRoot: return "must not be empty at the root";
    case Level::kItem: return "must not be empty for specified array items";
    case Level::kField: return "must not be empty for specified object fields";
  }
  return {};
}

void Check(const StructuralNode& at) {
  const model::Structural& s = at.schema;
  if (!s.generic.type.empty() || s.extensions->x_embedded_resource ||
      s.extensions->x_int_or_string || s.extensions->x_preserve_unknown_fields) {
    return;
  }
  at.found.push_back(base::Required(kTypeRequired.id, at.path.Child("type"), DetailFor(at.level)));
}

}  // namespace

const StructuralRule kTypeRequired = {
    {.id = "type-required",
     .what = "Every schema outside of junctors has a type.",
     .why = "Without a type outside of the junctors nobody can tell what a value is: pruning,"
            " defaulting, kubectl explain and server-side apply need it.",
     .fix = "Set type (object, array, string, integer, number or boolean) on the schema "
            "itself; a type inside allOf, anyOf, oneOf or not does not count. For a value of "
            "any type set x-kubernetes-preserve-unknown-fields: true, for an integer or "
            "string x-kubernetes-int-or-string: true.",
     .section = &kKepFormalDefinition},
    Check};

}  // namespace structural::rules
