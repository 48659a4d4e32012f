// What the API servers of 1.15 to 1.17 said of a CRD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/base/violation.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// Their controller looked at the internal form, where a schema that all versions share stands at
// spec.validation.
struct InternalVerdict {
  ApiVersion api_version;
  std::string name;
  std::vector<base::Violation> violations;
  std::string structural_error;  // empty: none
};

// Errors: as Decode. With today's rules. `arena` is working memory.
base::Result<InternalVerdict> EvaluateInternal(std::string_view json, base::Arena& arena);

// Whether the internal form has the versions' schemas at the top: in v1, where all are equal.
// Precondition: the text has no void items.
//
// Upstream: v1/conversion.go Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_… (v0.37.2).
bool ShareSchema(const CustomResourceDefinition& crd);

// Whether `items` of some schema may be neither a schema nor a list of some, as in `"items": 5`. The
// server writes null for it, and JSONSchemaProps do not tell of it. No such text is published.
bool MayHaveVoidItems(std::string_view json);

}  // namespace structural::crd
