// Inflate: decompresses data of gzip or deflate. Crc32: the checksum that gzip and zip use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::files {

// kGzip accepts several concatenated members.
enum class Packing { kGzip, kDeflate };

// Errors: kInvalidInput for broken or truncated data, and for data after the end; kLimitExceeded for more than `most` bytes of
// output.
base::Result<std::string> Inflate(std::string_view packed, Packing packing, std::size_t most);

std::uint32_t Crc32(std::string_view text);

}  // namespace structural::files
