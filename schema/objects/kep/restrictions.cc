#include <string>
#include <utility>

#include "schema/base/text_list.h"
#include "schema/objects/kep/keywords.h"
#include "schema/objects/kep/prune.h"
#include "schema/objects/kep/skeleton.h"
#include "schema/objects/object_path.h"

namespace structural::objects::kep {
namespace {

using json::Member;
using json::Value;

std::string Place(const ObjectPath& at) { return at.IsRoot() ? "the root" : at.Field(); }

// Calls each(schema, its path, what it is in) for every schema within a schema, itself included.
template <typename Each>
void Walk(const Value& schema, const ObjectPath& at, bool excluded, const Each& each) {
  if (!schema.is_object()) return;
  const bool inner = each(schema, at, excluded);
  for (const Member& member : schema.members()) {
    const ObjectPath place = at.Name(member.key);
    const auto& [key, value] = member;
    const bool map = key == kProperties || key == kPatternProperties;
    if (map && value.is_object()) {
      for (const Member& field : value.members())
        Walk(field.value, place.Key(field.key), inner, each);
    } else if (value.is_array() && (key == kItems || IsJunctor(key))) {
      std::size_t index = 0;
      for (const Value& branch : value.elements()) Walk(branch, place.Index(index++), inner, each);
    } else if (key == kItems || key == kAdditionalItems || key == kAdditionalProperties ||
               key == "not") {
      Walk(value, place, inner, each);
    }
  }
}

void CheckPolymorphism(const Value& skeleton, base::TextList& found) {
  Walk(skeleton, ObjectPath(), false, [&](const Value& schema, const ObjectPath& at, bool) {
    if (schema.Find(kProperties) == nullptr || found.full()) return false;
    for (const std::string_view other : {kAdditionalProperties, kPatternProperties}) {
      if (schema.Find(other) == nullptr) continue;
      found.Add(Place(at) + ": properties must not be specified together with " +
                std::string(other) + ", in different branches neither");
    }
    return false;
  });
}

void CheckNesting(const Value& schema, base::TextList& found) {
  Walk(schema, ObjectPath(), false, [&](const Value& inner, const ObjectPath& at, bool excluded) {
    const Value* no_prune = FindNoPrune(inner);
    if (no_prune == nullptr || found.full()) return excluded;
    if (!IsTrue(*no_prune)) found.Add(Place(at) + ": x-kubernetes-no-prune must be true");
    if (excluded) found.Add(Place(at) + ": x-kubernetes-no-prune must not be nested");
    return true;
  });
}

}  // namespace

std::vector<std::string> Restrictions(const Value& schema, Nesting nesting, base::Arena& arena) {
  base::TextList found;
  CheckPolymorphism(Skeleton(schema, arena), found);
  if (nesting == Nesting::kDisallowed) CheckNesting(schema, found);
  return std::move(found).Take();
}

}  // namespace structural::objects::kep
