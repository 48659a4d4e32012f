// Pruning as the KEP specifies it, with option 1 for "specified": a field is kept if any branch of the schema specifies
// it, even if that branch does not apply.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::objects::kep {

// Whether x-kubernetes-no-prune may be nested, and therefore false. The KEP disallows it, but defines its meaning.
enum class Nesting { kDisallowed, kAllowed };

// Drops the fields of `object` that the schema does not specify, except where x-kubernetes-no-prune excludes them.
// Returns their paths, sorted; a list that is too long contains base::kTruncated.
//
// Returns an error if Restrictions forbids pruning by the schema.
base::Result<std::vector<std::string>> Prune(json::Value& object, const json::Value& schema, Nesting nesting,
                                             base::Arena& arena);

// Returns the reasons why the schema cannot be used to prune, with their paths. One is a skeleton with both properties
// and additionalProperties or patternProperties (Restriction 1 on Object Polymorphism), the other an
// x-kubernetes-no-prune that is nested or false.
std::vector<std::string> Restrictions(const json::Value& schema, Nesting nesting, base::Arena& arena);

// Whether a CustomResourceDefinition requests pruning. `prune`: its field `prune`, if set. Returns an error for false
// in v1.
base::Result<bool> IsPruned(std::string_view api_version, std::optional<bool> prune);

// The skeleton of the pruning KEP: the parts of any OpenAPI v3 schema, structural or not, that specify fields. The
// branches of allOf, anyOf, oneOf and not are merged into their schema.
//
// Kubernetes does not implement it: profile `kep`. docs/decisions/0010 says how contradictions in the KEP are resolved.
//
// Returns skel(s) as a schema in JSON with the keywords type, items, additionalItems, properties, patternProperties,
// additionalProperties and x-kubernetes-no-prune only. It is at most as large as the schema. Time: linear, except for
// the sorting of keys. A value that is neither an object nor a boolean counts as an empty schema.
//
// KEP 24 "Pruning for Custom Resources", Definition: skeleton schema.
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

// The keywords that the pruning KEP uses.
inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kItems = "items";
inline constexpr std::string_view kAdditionalItems = "additionalItems";
inline constexpr std::string_view kProperties = "properties";
inline constexpr std::string_view kPatternProperties = "patternProperties";
inline constexpr std::string_view kAdditionalProperties = "additionalProperties";
// The KEP uses two names, and a third one in an example.
inline constexpr std::string_view kNoPrune = "x-kubernetes-no-prune";
inline constexpr std::string_view kNoPruneNames[] = {"x-kubernetes-no-prune", "x-kubernetes-no-pruning",
                                                     "x-no-pruning"};

// Returns the value of x-kubernetes-no-prune with any of its names; nullptr if it is missing.
inline const json::Value* FindNoPrune(const json::Value& schema) {
  for (const std::string_view name : kNoPruneNames) {
    if (const json::Value* found = schema.Find(name)) return found;
  }
  return nullptr;
}

inline bool IsTrue(const json::Value& value) { return value.kind() == json::Value::Kind::kBool && value.boolean(); }

// Whether the keyword has a list of branches; `not` has a single one.
inline bool IsJunctor(std::string_view key) { return key == "allOf" || key == "anyOf" || key == "oneOf"; }

// Whether additionalProperties or additionalItems allow further fields or items: a schema or true does, false does not.
inline bool Allows(const json::Value& value) { return value.is_object() || IsTrue(value); }

}  // namespace structural::objects::kep
