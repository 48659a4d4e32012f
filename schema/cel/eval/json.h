// Prints values as JSON, for programs and for tests.
#pragma once

#include <cstddef>
#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20;

// Appends the value as JSON. A null, bool, int, string or list becomes the same value in JSON. Any other value becomes
// an object with one member, in one of these forms.
//   {"uint":1} {"double":1.5} {"bytes":BASE64} {"timestamp":RFC3339} {"duration":"1h0m0s"}
//   {"type":NAME} {"optional":null} {"optional":[V]} {"error":TEXT} {"kubernetes.Quantity":"1Gi"}
//   {"map":{...}} if all keys are strings, otherwise {"entries":[[K,V]...]}.
// Members of an object that its schema does not specify are omitted. Doubles that JSON cannot represent are "NaN",
// "Infinity" and "-Infinity". Keys are sorted. Recursive.
//
// Returns false if the value has more than `max_bytes` bytes, because a small value can refer to the same part a
// million times. Then the appended text is not valid JSON.
bool AppendValue(const Value& value, Context& context, std::string& to, std::size_t max_bytes = kMaxJsonBytes);

}  // namespace structural::cel::eval
