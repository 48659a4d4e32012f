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

// Whether a conversion keeps empty lists and maps. Go distinguishes some of them from absent ones: `required: []` in
// the schema of metadata is a forbidden restriction, while an absent `required` is not.
enum class EmptyLists {
  kDrop,  // treats empty lists as absent, because a server drops them when it stores the object
  kKeep,  // keeps empty lists, as in an object that was not stored yet
};

// Converts a schema. The result points into `arena`, and shares the strings and lists of `schema`. If a schema has
// several reasons not to be representable, Kubernetes reports the first one in Go's random order of maps. This function
// returns the first one in the order of Kubernetes' code, with properties sorted by name.
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

// Return the reason if the schema itself, without its nested schemas, has an unsupported keyword,
// x-kubernetes-preserve-unknown-fields: false, or a list of schemas in `items`; otherwise nullopt.
//
// Upstream: schema/convert.go validateUnsupportedFields, newExtensions, NewStructural (v0.37.2).
std::optional<NotRepresentable> FindUnsupportedKeyword(const JSONSchemaProps& schema);
std::optional<NotRepresentable> FindPreserveUnknownFieldsFalse(const JSONSchemaProps& schema);
std::optional<NotRepresentable> FindItemsArray(const JSONSchemaProps& schema);

}  // namespace structural::crd
