// Unfolds extensions into keywords of OpenAPI, and reduces schemas to OpenAPI v2 and to skeletons, as the KEP
// specifies.
//
// Schemas are JSON, because they may have extensions that Kubernetes does not know. All results point into `arena` and
// into the schema. docs/decisions/0016 says how contradictions in the KEP are resolved.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish::kep {

// The schema of `metadata` in an embedded resource that does not specify it.
inline constexpr std::string_view kMetadata = R"({"type":"object"})";

// Unfolds x-kubernetes-int-or-string, x-kubernetes-embedded-resource and x-kubernetes-unions at every depth. If the
// schema already has a keyword with another value, the unfolded keyword becomes a branch of allOf, so that both apply.
// `metadata` is the schema for metadata of embedded resources, as JSON text. Precondition of this and the next two
// functions: unions::kep::CheckUnions returned only advice.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Unfolding the Extensions.
json::Value Unfold(const json::Value& schema, base::Arena& arena, std::string_view metadata = kMetadata);

// Returns the schema as OpenAPI v2 publishes it: unfolded, without allOf, anyOf, oneOf, not and patterns, and without
// the types of nullable values.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Litmus Test Examples.
json::Value ToV2(const json::Value& schema, base::Arena& arena, std::string_view metadata = kMetadata);

// Returns the unfolded schema without value validations.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", "After dropping the value validation".
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

// Returns the definition of a kind as the KEP publishes it. `schema` is the schema in the CRD's JSON; null: an object
// with any fields. The KEP specifies the unfolding. For apiVersion, kind, metadata and the extensions of a kind, which
// it does not mention, the definition follows Kubernetes. Preconditions: the schema is structural, and its unions have
// no errors. `arena` is working memory.
Definition KindDefinition(const Resource& resource, const json::Value& schema, OpenApi format, base::Arena& arena);

}  // namespace structural::publish::kep
