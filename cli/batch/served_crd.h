// The CRD of a line of `batch admit`, prepared for serving.
#pragma once

#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/result.h"

namespace structural::cli {

// Returns the prepared CRD. Each thread caches the CRD of its last call; the result is valid until
// the thread's next call. A `stored` CRD is not validated. Errors: the server's, if it refuses the
// CRD; those of admission::Serve.
base::Result<const admission::ServedResource*> ServedFor(std::string_view crd, bool stored);

// Returns the version `wanted`, or nullptr if it is not served. If `wanted` is empty, returns the
// version of `api_version`, the apiVersion of the object. If that version is not served, returns
// the storage version. If the storage version is not served, returns the first served version;
// nullptr if no version is served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource, std::string_view wanted,
                                           std::string_view api_version);

}  // namespace structural::cli
