// Whole CRDs between their versions, as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "schema/base/result.h"
#include "schema/base/violation.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// Both versions of a CRD of either, defaulted: {"v1": …, "v1beta1": …}.
// Errors: as Decode.
base::Result<nlohmann::json> Convert(std::string_view json);

// What the API servers of 1.15 to 1.17 said: their controller looked at the internal form, where a
// schema that all versions share stands at spec.validation.
struct InternalVerdict {
  ApiVersion api_version;
  std::string name;
  std::vector<base::Violation> violations;
  std::string structural_error;  // empty: none
};

// Errors: as Decode. With today's rules.
base::Result<InternalVerdict> EvaluateInternal(std::string_view json);

}  // namespace structural::crd
