// Whole CRDs between their versions, as JSON text.
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

// Both versions of a CRD of either, defaulted, as a server writes them.
struct Converted {
  std::string json;  // {"v1":…,"v1beta1":…}
  std::size_t v1_size;

  std::string_view v1() const;
  std::string_view v1beta1() const;
};

// `arena` is working memory; views into it are no part of the result.
//
// Errors: as Decode; kLimitExceeded where the CRD in v1 is longer than base::DocumentBytes of it:
// in v1beta1 all versions may share one schema, and in v1 each has a copy. (A server writes it,
// however long that is, and takes back no more than 3 MiB.) Also where keys of large maps are
// repeated (JsonReader::SpendOnRepetition). Memory: some five times the text that is given, twenty
// times where it is little but empty versions, and twice what is returned.
base::Result<Converted> Convert(std::string_view json, base::Arena& arena);

// The internal form of a CRD: v1 and v1beta1 are made of it.

// Whether it has the versions' schemas at the top: in v1, where all are equal.
//
// Upstream: apis/apiextensions/v1/conversion.go
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.37.2).
bool ShareSchema(const CustomResourceDefinition& crd);

// Points to what it was made of, and into the arena.
struct Internal {
  ApiVersion api_version = ApiVersion::kV1;
  json::Value crd;  // in the place of each JSONSchemaProps stands its number
  // 0: that of spec.validation; i + 1: that of spec.versions[i]. Null where there is none.
  std::vector<const model::JSONSchemaProps*> schemas;
};

// `read` is what kubernetes::Read made of the same text as `crd`, or an object with its spec alone.
// It is defaulted and becomes the internal form.
Internal ToInternal(const CustomResourceDefinition& crd, json::Value read, base::Arena& arena);

// Changes what was decoded of a CRD, and what kubernetes::Read made of the same text.
using Amend = std::function<void(CustomResourceDefinition& crd, json::Value& read)>;

// The internal form of a CRD of either version, defaulted. `decoded` is what Decode or DecodeItem
// made of the text. It is amended before, unless that is null. Errors: as Decode.
base::Result<Internal> DecodeInternal(std::string_view text, base::Arena& arena,
                                      const Amend& amend = nullptr);
base::Result<Internal> DecodeInternal(std::string_view text, CustomResourceDefinition decoded,
                                      base::Arena& arena, const Amend& amend = nullptr);

// Whether both have the same spec. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const Internal& a, const Internal& b);

}  // namespace structural::crd
