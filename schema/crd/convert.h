// Whole CRDs between their versions, as JSON text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/base/violation.h"
#include "schema/crd/crd.h"

namespace structural::crd {

// Both versions of a CRD of either, defaulted, as a server writes them.
struct Converted {
  std::string v1;
  std::string v1beta1;
};

// Errors: as Decode; kLimitExceeded where the CRD in v1 is longer than base::DocumentBytes of it:
// in v1beta1 all versions may share one schema, and in v1 each has a copy. (A server writes it,
// however long that is, and takes back no more than 3 MiB.) Memory: some twenty times the text that
// is given, and twice what is returned.
base::Result<Converted> Convert(std::string_view json);

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
