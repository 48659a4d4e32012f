// Pruning as the KEP has it, with "specified" in the sense of its option 1: a field is kept if any
// branch of the schema names it, whether or not that branch applies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::objects::kep {

// Whether x-kubernetes-no-prune may be nested, and so be false. The KEP disallows it, and tells
// what it would mean.
enum class Nesting { kDisallowed, kAllowed };

// Drops the fields of `object` that the schema does not specify; -> their paths, sorted; some of
// them, and base::kCutShort, where they are too many to list. Nothing is dropped where
// x-kubernetes-no-prune excludes it.
//
// An error where the schema is not one to prune by: see Restrictions.
base::Result<std::vector<std::string>> Prune(json::Value& object, const json::Value& schema,
                                             Nesting nesting, base::Arena& arena);

// What forbids to prune by a schema, with the places: a skeleton with properties beside
// additionalProperties or patternProperties (Restriction 1 on Object Polymorphism), and
// x-kubernetes-no-prune that is nested or false.
std::vector<std::string> Restrictions(const json::Value& schema, Nesting nesting,
                                      base::Arena& arena);

// Whether a CustomResourceDefinition asks for pruning: `prune` is its flag, if set. An error for
// false in v1.
base::Result<bool> IsPruned(std::string_view api_version, std::optional<bool> prune);

// The skeleton of the pruning KEP: of any OpenAPI v3 schema, structural or not, what says which
// fields there are, with the branches of allOf, anyOf, oneOf and not merged into their schema.
//
// Not what Kubernetes does: profile `kep`. docs/decisions/0010 tells how the text is read where it
// contradicts itself.
//
// skel(s), as a schema in JSON with no keyword but type, items, additionalItems, properties,
// patternProperties, additionalProperties and x-kubernetes-no-prune. It is no larger than the
// schema, and takes time linear in it but for the sorting of keys. What is no schema, neither
// object nor boolean, is one that says nothing.
//
// KEP 24 "Pruning for Custom Resources", Definition: skeleton schema.
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

// The keywords that the pruning KEP goes by.

inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kItems = "items";
inline constexpr std::string_view kAdditionalItems = "additionalItems";
inline constexpr std::string_view kProperties = "properties";
inline constexpr std::string_view kPatternProperties = "patternProperties";
inline constexpr std::string_view kAdditionalProperties = "additionalProperties";
// The text has both names, and a third in an example.
inline constexpr std::string_view kNoPrune = "x-kubernetes-no-prune";
inline constexpr std::string_view kNoPruneNames[] = {"x-kubernetes-no-prune",
                                                     "x-kubernetes-no-pruning", "x-no-pruning"};

// The value of x-kubernetes-no-prune under any of its names; nullptr where there is none.
inline const json::Value* FindNoPrune(const json::Value& schema) {
  for (const std::string_view name : kNoPruneNames) {
    if (const json::Value* found = schema.Find(name)) return found;
  }
  return nullptr;
}

inline bool IsTrue(const json::Value& value) {
  return value.kind() == json::Value::Kind::kBool && value.boolean();
}

// Those with a list of branches; `not` has one.
inline bool IsJunctor(std::string_view key) {
  return key == "allOf" || key == "anyOf" || key == "oneOf";
}

// Whether additionalProperties or additionalItems specify something: false does not.
inline bool Allows(const json::Value& value) { return value.is_object() || IsTrue(value); }

}  // namespace structural::objects::kep
