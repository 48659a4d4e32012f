// The functions of cel-go's library of strings that are in files of their own.
//
// Upstream: cel-go ext/strings.go, ext/formatting.go (v0.29.2), as version 2 of the library.
#pragma once

#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Bytes of a text that a function makes; more is an error. Go has no limit, and ends.
inline constexpr std::size_t kMostTextBytes = std::size_t{64} << 20;
inline constexpr std::string_view kTooLong = "the text would be longer than 64 MiB";

// format_string.cc: "%s".format([…])
Value FormatString(Arguments arguments, Context& context);

}  // namespace structural::cel::library
