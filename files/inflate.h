// Inflate: what gzip or deflate packed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

// kGzip takes several members, one behind the other.
enum class Packing { kGzip, kDeflate };

// Errors: kInvalidInput for what is broken or cut short; kLimitExceeded for more than `most` bytes.
base::Result<std::string> Inflate(std::string_view packed, Packing packing, std::size_t most);

}  // namespace structural::files
