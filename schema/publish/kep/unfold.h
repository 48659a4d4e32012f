// Unfolds extensions into keywords of OpenAPI, and reduces schemas to OpenAPI v2 and to skeletons, as the KEP on
// structural schemas specifies.
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

// The schema of `metadata` in an embedded resource whose schema does not specify `metadata`.
inline constexpr std::string_view kMetadata = R"({"type":"object"})";

// Unfolds x-kubernetes-int-or-string, x-kubernetes-embedded-resource and x-kubernetes-unions at every depth. If the
// schema already has a keyword with another value, the unfolded keyword becomes a branch of allOf, so that both apply.
// `metadata` is the schema for metadata of embedded resources, as JSON text. Precondition of Unfold, ToOpenApiV2 and
// Skeleton: unions::kep::CheckUnions returned only advice.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Unfolding the Extensions.
json::Value Unfold(const json::Value& schema, base::Arena& arena, std::string_view metadata = kMetadata);

// Returns the schema as a server publishes it in OpenAPI v2: unfolded, without allOf, anyOf, oneOf, not and pattern. A
// nullable value has no type.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", Litmus Test Examples.
json::Value ToOpenApiV2(const json::Value& schema, base::Arena& arena, std::string_view metadata = kMetadata);

// Returns the unfolded schema without value validations.
//
// KEP "Vanilla CRD OpenAPI subset: structural schemas", "After dropping the value validation".
json::Value Skeleton(const json::Value& schema, base::Arena& arena);

// Returns the definition of a kind, with the schema unfolded as the KEP specifies. `schema` is the schema in the CRD's
// JSON; null: an object with any fields. apiVersion, kind, metadata and the extensions of the kind, which the KEP does
// not mention, are the same as in Kubernetes. Preconditions: the schema is structural, and its unions have no errors.
// `arena` is working memory.
Definition KindDefinition(const Resource& resource, const json::Value& schema, OpenApi format, base::Arena& arena);

}  // namespace structural::publish::kep
