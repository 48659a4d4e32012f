// Inflate: decompresses data of gzip or deflate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

// kGzip accepts several concatenated members.
enum class Packing { kGzip, kDeflate };

// Errors: kInvalidInput for broken or truncated data; kLimitExceeded for more than `most` bytes of
// output.
base::Result<std::string> Inflate(std::string_view packed, Packing packing, std::size_t most);

}  // namespace structural::files
