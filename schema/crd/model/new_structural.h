// NewStructural converts a decoded schema to Structural, the structural form that the KEP defines.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"

namespace structural::crd {

// The reason why a schema has no structural form. This is a possible result of a conversion, not an Error.
struct NotRepresentable {
  std::string keyword;  // example: "$ref", "items", "x-kubernetes-preserve-unknown-fields"
  std::string text;     // Kubernetes' message, such as "OpenAPIV3Schema '$ref' is not supported"
};

// How a conversion treats empty lists and maps. Most empty lists have the same effect as absent ones. But Go
// distinguishes some of them: an empty `required: []` on metadata is a forbidden restriction, an absent `required` is
// not.
enum class EmptyLists {
  kDrop,  // treated as absent: the server drops them when it stores the object
  kKeep,
};

// Converts a schema. The result points into `arena`, and shares the strings and lists of `schema`. If
// the schema has several reasons, Kubernetes reports the first one in its random map order. This
// function reports the first one in the order of Kubernetes' code, with properties sorted by name.
//
// Upstream: schema/convert.go NewStructural, newNestedValueValidation (v0.37.2).
std::variant<const Structural*, NotRepresentable> NewStructural(const JSONSchemaProps& schema, base::Arena& arena,
                                                                EmptyLists empties = EmptyLists::kDrop);

// Returns all reasons that Kubernetes may report for this schema, in no particular order, possibly with duplicates.
// Returns an empty list if NewStructural succeeds.
std::vector<NotRepresentable> ReasonsNotRepresentable(const JSONSchemaProps& schema);

// The structural form of kEmptySchema, shared by all empty schemas.
inline constexpr Structural kEmptyStructural = [] {
  Structural none;
  none.without_defaults = true;
  return none;
}();
inline constexpr NestedValueValidation kNoNestedValueValidation;

// Each of these functions returns the reason why a single schema has no structural form, without its nested schemas.

// Upstream: schema/convert.go validateUnsupportedFields, newExtensions, NewStructural (v0.37.2).
std::optional<NotRepresentable> UnsupportedKeyword(const JSONSchemaProps& schema);
std::optional<NotRepresentable> PreserveUnknownFieldsFalse(const JSONSchemaProps& schema);
std::optional<NotRepresentable> ItemsArray(const JSONSchemaProps& schema);

}  // namespace structural::crd
