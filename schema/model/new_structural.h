// NewStructural: a decoded schema in the form that the KEP defines.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "schema/base/arena.h"
#include "schema/model/structural.h"

namespace structural::model {

// Why a schema has no structural form at all. It is an answer about the schema, not an Error.
struct NotRepresentable {
  std::string
      keyword;       // what the text names: "$ref", "items", "x-kubernetes-preserve-unknown-fields"
  std::string text;  // as Kubernetes says it: "OpenAPIV3Schema '$ref' is not supported"
};

// What becomes of lists and maps that are given as empty. Most mean nothing, but in some places Go
// tells them from absent ones: `required: []` on metadata is a restriction.
enum class Empties {
  kVanish,  // as if absent: the server drops them when it stores the object
  kStay,
};

// The result points into `arena`, and shares the strings and lists of `schema`.
// Where there are several reasons, Kubernetes names whichever its map iteration meets first; here
// it is the first in the order of its code, with properties in the order of their names.
//
// Upstream: schema/convert.go NewStructural, newNestedValueValidation (v0.37.2).
std::variant<const Structural*, NotRepresentable> NewStructural(const JSONSchemaProps& schema,
                                                                base::Arena& arena,
                                                                Empties empties = Empties::kVanish);

// Every reason that Kubernetes may name for this schema, depending on the order of its maps, in no
// particular order and possibly with repetitions. Empty where NewStructural succeeds.
std::vector<NotRepresentable> PossibleReasons(const JSONSchemaProps& schema);

// What kNoSchema becomes.
inline constexpr Structural kNoStructural = [] {
  Structural none;
  none.without_defaults = true;
  return none;
}();
inline constexpr NestedValueValidation kNoNestedValueValidation;

// Why one node of a schema, by itself, has no structural form.

// Upstream: schema/convert.go validateUnsupportedFields, newExtensions, NewStructural (v0.37.2).
std::optional<NotRepresentable> UnsupportedKeyword(const JSONSchemaProps& schema);
std::optional<NotRepresentable> PreserveUnknownFieldsFalse(const JSONSchemaProps& schema);
std::optional<NotRepresentable> ItemsArray(const JSONSchemaProps& schema);

}  // namespace structural::model
