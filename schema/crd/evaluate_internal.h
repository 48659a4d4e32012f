// What the API servers of 1.15 to 1.17 said of a CRD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

// Their controller looked at the internal form, where a schema that all versions share stands at
// spec.validation.
struct InternalVerdict {
  ApiVersion api_version;
  std::string name;
  std::vector<kubernetes::Violation> violations;
  std::string structural_error;  // empty: none
};

// Errors: as Decode. With today's rules. `arena` is working memory.
base::Result<InternalVerdict> EvaluateInternal(std::string_view json, base::Arena& arena);

}  // namespace structural::crd
