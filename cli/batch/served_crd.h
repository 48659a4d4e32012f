// The CRD of a line of `batch admit`, as a server serves it.
#pragma once

#include <string_view>

#include "schema/admission/served.h"
#include "schema/base/result.h"

namespace structural::cli {

// Each thread keeps the one of its last line, for the next line: until then the result may be used.
// One that is `stored` is not validated. The error is the server's, or as admission::Serve.
base::Result<const admission::ServedResource*> ServedFor(std::string_view crd, bool stored);

// The version that is asked for, or that the object names, or the stored one, or the first served.
// nullptr: it is not served.
const admission::ServedVersion* VersionFor(const admission::ServedResource& resource,
                                           std::string_view wanted, std::string_view api_version);

}  // namespace structural::cli
