// Whole CRDs between their versions, as JSON text.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"

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

}  // namespace structural::crd
