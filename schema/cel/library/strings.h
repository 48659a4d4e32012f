// The limits of cel-go's string library, and its function `format`.
//
// Upstream: cel-go ext/strings.go, ext/formatting.go (v0.29.2), as version 2 of the library.
#pragma once

#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Maximum size in bytes of a text that a function makes; a longer one is an error. Go has no limit, and runs out of
// memory.
inline constexpr std::size_t kMaxTextBytes = std::size_t{64} << 20;
inline constexpr std::string_view kTextTooLong = "the text would be longer than 64 MiB";

// Implements "%s".format([…]).
Value FormatString(Arguments arguments, Context& context);

}  // namespace structural::cel::library
