// Converts whole CRDs between v1 and v1beta1, as JSON text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"

namespace structural::crd {

// A CRD in both API versions, with defaults, as the JSON that a server writes.
struct ConvertedCrd {
  std::string json;     // {"v1":…,"v1beta1":…}
  std::size_t v1_size;  // size of the CRD in v1 in bytes

  std::string_view v1() const;
  std::string_view v1beta1() const;
};

// Converts a CRD in v1 or v1beta1. `arena` is working memory, and the result does not point into it.
//
// Errors: the errors of Decode. kLimitExceeded if the CRD in v1 is longer than base::MaxDocumentBytes(json.size()). In
// v1beta1, all versions can share one schema, while in v1 each version has a copy. A server writes copies of any total
// size, but accepts at most 3 MiB. Also kLimitExceeded if keys of large maps are repeated
// (JsonReader::SpendOnRepetition).
//
// Memory: about five times the size of `json`, or 20 times if it has many empty versions; in addition, twice the size
// of the result.
base::Result<ConvertedCrd> Convert(std::string_view json, base::Arena& arena);

// Whether the internal form of the CRD has one schema for all versions, at spec.validation. A CRD in v1 has this
// internal form if the schemas of all its versions are equal.
//
// Upstream: apis/apiextensions/v1/conversion.go
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.37.2).
bool VersionsShareSchema(const CustomResourceDefinition& crd);

// The internal form of a CRD, from which v1 and v1beta1 are written. Points into the texts and values that it was
// created from, and into the arena.
struct InternalCrd {
  ApiVersion api_version = ApiVersion::kV1;
  json::Value crd;  // the object; a schema's index in `schemas` replaces each JSONSchemaProps
  // Index 0: the schema of spec.validation. Index i + 1: the schema of spec.versions[i]. Null: no schema.
  std::vector<const JSONSchemaProps*> schemas;
};

// Returns the internal form of `crd`. `read` is the result of kubernetes::Read for the text that `crd` was decoded
// from, or an object that has only the spec. ToInternal sets the defaults in `read`, which becomes part of the result.
InternalCrd ToInternal(const CustomResourceDefinition& crd, json::Value read, base::Arena& arena);

// A function that changes a CRD before its conversion. It must make the same change in `crd`, the decoded CRD, and in
// `read`, the result of kubernetes::Read for the same text.
using CrdAmendment = std::function<void(CustomResourceDefinition& crd, json::Value& read)>;

// Decodes a CRD in v1 or v1beta1, and returns its internal form with defaults. `decoded` is the result of Decode or
// DecodeItem for `text`. `amend`, if not null, is called before the conversion. Returns the errors of Decode.
base::Result<InternalCrd> DecodeInternal(std::string_view text, base::Arena& arena,
                                         const CrdAmendment& amend = nullptr);
base::Result<InternalCrd> DecodeInternal(std::string_view text, CustomResourceDefinition decoded, base::Arena& arena,
                                         const CrdAmendment& amend = nullptr);

// Whether both CRDs have semantically equal specs. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const InternalCrd& a, const InternalCrd& b);

}  // namespace structural::crd
