// Prune: pruning as the pruning KEP specifies it, with option 1 for "specified": a field is kept if any branch of the
// schema specifies it, even if the object does not match that branch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::objects::kep {

// Whether x-kubernetes-no-prune is allowed inside a value with x-kubernetes-no-prune. The value false has an effect
// only there. The KEP disallows nesting, but defines its meaning.
enum class Nesting { kDisallowed, kAllowed };

// Removes the fields of `object` that the schema does not specify, except inside values with x-kubernetes-no-prune.
// Returns the paths of the removed fields, sorted. A list that would be too long is cut off, and has the element
// base::kTruncated.
//
// Returns an error if the schema cannot be used for pruning (see Restrictions).
base::Result<std::vector<std::string>> Prune(json::Value& object, const json::Value& schema, Nesting nesting,
                                             base::Arena& arena);

// Returns the reasons why the schema cannot be used for pruning, each with its path. The possible reasons are: the
// skeleton has both properties and additionalProperties or patternProperties (Restriction 1 on Object Polymorphism); an
// x-kubernetes-no-prune is nested or false, unless `nesting` allows it.
std::vector<std::string> Restrictions(const json::Value& schema, Nesting nesting, base::Arena& arena);

// Returns whether a CustomResourceDefinition requests pruning. `prune` is the value of its field `prune`; nullopt if
// the field is missing. Returns an error if `prune` is false in v1.
base::Result<bool> IsPruned(std::string_view api_version, std::optional<bool> prune);

// The skeleton of the pruning KEP: the parts of any OpenAPI v3 schema, structural or not, that specify fields. The
// branches of allOf, anyOf, oneOf and not are merged into their schema. Kubernetes has no such function.
// docs/decisions/0010 says how contradictions in the KEP are resolved.
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
// The keyword that excludes a value from pruning. The KEP also writes its name in two other ways.
inline constexpr std::string_view kNoPrune = "x-kubernetes-no-prune";
inline constexpr std::string_view kNoPruneKeywords[] = {"x-kubernetes-no-prune", "x-kubernetes-no-pruning",
                                                        "x-no-pruning"};

// Returns the value of the keyword x-kubernetes-no-prune, by any of its three names; nullptr if the schema does not
// have it.
inline const json::Value* FindNoPrune(const json::Value& schema) {
  for (const std::string_view name : kNoPruneKeywords) {
    if (const json::Value* found = schema.Find(name)) return found;
  }
  return nullptr;
}

inline bool IsTrue(const json::Value& value) { return value.kind() == json::Value::Kind::kBool && value.boolean(); }

// Whether the value of the keyword is a list of schemas: allOf, anyOf or oneOf. (The value of `not` is a single
// schema.)
inline bool IsCompositionKeyword(std::string_view key) { return key == "allOf" || key == "anyOf" || key == "oneOf"; }

// Whether this value of additionalProperties or additionalItems allows further fields or items. A schema and `true`
// allow them; `false` does not.
inline bool AllowsFurtherFields(const json::Value& value) { return value.is_object() || IsTrue(value); }

}  // namespace structural::objects::kep
