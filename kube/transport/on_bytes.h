// OnBytes: takes a body piece by piece.
#pragma once

#include <functional>
#include <string_view>

#include "schema/base/result.h"

namespace structural::kube {

// The bytes are valid during the call. Returns false when it wants no more; an error ends the
// exchange with that error.
using OnBytes = std::function<base::Result<bool>(std::string_view bytes)>;

}  // namespace structural::kube
