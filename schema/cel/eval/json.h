// Values as JSON, for programs that compare and for people that test.
#pragma once

#include <cstddef>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

inline constexpr std::size_t kMostJsonBytes = std::size_t{64} << 20;

// null, bool, int, string and list are JSON's own; all others are objects of one member:
//   {"uint":1} {"double":1.5} {"bytes":BASE64} {"timestamp":RFC3339} {"duration":"1h0m0s"}
//   {"type":NAME} {"optional":null} {"optional":[V]} {"error":TEXT} {"kubernetes.Quantity":"1Gi"}
//   {"map":{...}} where all keys are strings, {"entries":[[K,V]...]} where not
// What the schema of data does not know is left out. Doubles that JSON has no number for are "NaN",
// "Infinity" and "-Infinity". Keys come sorted.
// Goes down by recursion.
//
// False where the value has more bytes: an expression may make a value of which a part is in it a
// million times. What was appended is then no JSON.
bool AppendValue(const Value& value, Context& context, std::string& to,
                 std::size_t most_bytes = kMostJsonBytes);

}  // namespace structural::cel::eval
