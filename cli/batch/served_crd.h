// The CRD of a line of `batch admit`, prepared for serving.
#pragma once

#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/result.h"

namespace structural::cli {

// Returns the prepared CRD. Each thread caches the one of its last line; the result is valid until
// the next call. A `stored` CRD is not validated. The error is the server's, or that of
// admission::Serve.
base::Result<const admission::ServedResource*> ServedFor(std::string_view crd, bool stored);

// Returns the `wanted` version, or else that of the object, the stored one, or the first served
// one. Returns nullptr if it is not served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource,
                                           std::string_view wanted, std::string_view api_version);

}  // namespace structural::cli
