// The conversion of whole CRDs between v1 and v1beta1, as JSON text.
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

// A CRD in both API versions, defaulted, as JSON in the form that a server writes.
struct ConvertedCrd {
  std::string json;  // {"v1":…,"v1beta1":…}
  std::size_t v1_size;

  std::string_view v1() const;
  std::string_view v1beta1() const;
};

// Converts a CRD of either version. `arena` is working memory and is not referenced by the result.
//
// Errors: as Decode; kLimitExceeded if the CRD in v1 is longer than base::MaxDocumentBytes of the text: in v1beta1 all
// versions can share one schema, while in v1 each has a copy. (A server writes the copies without a limit, but accepts
// at most 3 MiB.) Also kLimitExceeded if keys of large maps are repeated (JsonReader::SpendOnRepetition). Memory: about
// five times the text, twenty times for many empty versions, and in addition twice the result.
base::Result<ConvertedCrd> Convert(std::string_view json, base::Arena& arena);

// Whether the internal form has one schema for all versions at the top: in v1, if the schemas of all versions are
// equal.
//
// Upstream: apis/apiextensions/v1/conversion.go
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.37.2).
bool ShareSchema(const CustomResourceDefinition& crd);

// The internal form of a CRD, from which v1 and v1beta1 are written. Points into its sources and into the arena.
struct Internal {
  ApiVersion api_version = ApiVersion::kV1;
  json::Value crd;  // a number is in the place of each JSONSchemaProps
  // Index 0: the schema of spec.validation; i + 1: that of spec.versions[i]. Null: no schema.
  std::vector<const JSONSchemaProps*> schemas;
};

// Returns the internal form of `crd`. `read` is the result of kubernetes::Read for the same text, or an object with
// only its spec; it is defaulted and becomes part of the result.
Internal ToInternal(const CustomResourceDefinition& crd, json::Value read, base::Arena& arena);

// A function that changes a decoded CRD, and the result of kubernetes::Read for the same text.
using Amend = std::function<void(CustomResourceDefinition& crd, json::Value& read)>;

// Returns the internal form of a CRD of either version, defaulted. `decoded` is the result of Decode or DecodeItem for
// the text. `amend`, if not null, is called before the conversion. Errors: as Decode.
base::Result<Internal> DecodeInternal(std::string_view text, base::Arena& arena, const Amend& amend = nullptr);
base::Result<Internal> DecodeInternal(std::string_view text, CustomResourceDefinition decoded, base::Arena& arena,
                                      const Amend& amend = nullptr);

// Whether both have the same spec. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const Internal& a, const Internal& b);

}  // namespace structural::crd
