// What the KEP's extensions stand for, written out as the KEP has it; and what is left of a schema
// in OpenAPI v2, and without value validations.
//
// Schemas in JSON, so that extensions which Kubernetes does not know count, too. All results point
// into `arena` and into the schema. docs/decisions/0016 tells how the text is read where it
// contradicts itself.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish::kep {

// The schema of `metadata` in an embedded resource, where nothing else is said of it.
inline constexpr std::string_view kMetadata = R"({"type":"object"})";

// x-kubernetes-int-or-string, x-kubernetes-embedded-resource and x-kubernetes-unions, at every
// depth. What a schema says already is not said again, and what it says otherwise counts besides.
// Precondition of each: unions::kep::CheckUnions had nothing but advice. `metadata` is JSON.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Unfolding the Extensions.
json::Value Unfold(const json::Value& schema, base::Arena& arena,
                  std::string_view metadata = kMetadata);

// As it is published in OpenAPI v2: unfolded, without junctors and patterns; what is nullable has
// no type.
//
// The same, Litmus Test Examples.
json::Value ToV2(const json::Value& schema, base::Arena& arena,
                std::string_view metadata = kMetadata);

// Unfolded, and without value validations.
//
// The same, "After dropping the value validation".
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

// The definition of a kind as the KEP publishes it.
// Of the schema as the CRD has it in JSON. The KEP tells how it is unfolded; apiVersion, kind,
// metadata and the extensions of a kind, of which it does not speak, are as Kubernetes has them.
// A null schema is that of an object with any fields. Preconditions: the schema is structural, and
// its unions can be used. `arena` is working memory.
Definition KindDefinition(const Resource& resource, const json::Value& schema, OpenApi format,
                          base::Arena& arena);

}  // namespace structural::publish::kep
