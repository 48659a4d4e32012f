// Prints values as literals of CEL, for users.
#pragma once

#include <cstddef>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel {

// Appends a value: [1, 2u, 1.0, "a", b"\x00", duration("1h0m0s"), {"k": null}, optional.of(1), quantity("1Gi")].
// Unprintable characters are escaped. Returns false if the text would exceed `max_bytes`. Recursive.
bool AppendLiteral(const eval::Value& value, eval::Context& context, std::string& to, std::size_t max_bytes);

}  // namespace structural::cel
