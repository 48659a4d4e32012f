#include "schema/fix/int_or_string.h"

#include "schema/fix/junctors.h"
#include "schema/fix/types.h"

namespace structural::fix {
namespace {

// Beside its type a branch has only checks for values of it, none of which the schema has.
bool CanMove(const json& branch, const json& schema) {
  const Types types = OwnTypesOf(branch);
  for (const auto& [key, value] : branch.items()) {
    if (key == "type" || key == "description" || key == "title") continue;
    if (schema.contains(key) || (OfKeyword(key) & types) == 0) return false;
  }
  return true;
}

// One branch for integers and one for strings, in whatever order.
bool AreTheTwo(const json& branches, const json& schema) {
  if (!branches.is_array() || branches.size() != 2) return false;
  if (!branches[0].is_object() || !branches[1].is_object()) return false;
  const Types first = OwnTypesOf(branches[0]), second = OwnTypesOf(branches[1]);
  return (first | second) == (kInteger | kString) && (first & second) == 0 &&
         CanMove(branches[0], schema) && CanMove(branches[1], schema);
}

}  // namespace

void FixIntOrString(json& schema, const std::string& at, Work& work) {
  if (!IsTrue(schema, kIntOrString)) return;
  if (schema.contains(kPreserve) &&
      work.ProposeChange(ChangeImpact::kSame, "int-or-string-preserve-unknown-fields",
                         Below(at, kPreserve), "an integer or string has no fields")) {
    schema.erase(kPreserve);
  }
  for (const char* list : {"anyOf", "oneOf"}) {
    const json* branches = Find(schema, list);
    if (branches == nullptr || IsIntOrString(*branches) || !AreTheTwo(*branches, schema)) continue;
    if (!work.ProposeChange(ChangeImpact::kSame, "nested-type", Below(at, list),
                            "x-kubernetes-int-or-string has the same meaning; checks of strings do "
                            "not apply to integers, or the reverse")) {
      continue;
    }
    const json moved = *branches;
    schema.erase(list);
    for (const json& branch : moved) {
      for (const auto& [key, value] : branch.items()) {
        if ((OfKeyword(key)) != 0) schema[key] = value;
      }
    }
  }
}

}  // namespace structural::fix
