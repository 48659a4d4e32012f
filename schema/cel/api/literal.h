// Values as an expression would write them, for people.
#pragma once

#include <cstddef>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel {

// [1, 2u, 1.0, "a", b"\x00", duration("1h0m0s"), {"k": null}, optional.of(1), quantity("1Gi")]:
// what is not printable is escaped. False where the value has more bytes. Goes down by recursion.
bool AppendLiteral(const eval::Value& value, eval::Context& context, std::string& to,
                   std::size_t most_bytes);

}  // namespace structural::cel
