// Values as JSON, for programs that compare and for people that test.
#pragma once

#include <string>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// null, bool, int, string and list are JSON's own; all others are objects of one member:
//   {"uint":1} {"double":1.5} {"bytes":BASE64} {"timestamp":RFC3339} {"duration":"1h0m0s"}
//   {"type":NAME} {"optional":null} {"optional":[V]} {"error":TEXT} {"kubernetes.Quantity":"1Gi"}
//   {"map":{...}} where all keys are strings, {"entries":[[K,V]...]} where not
// What the schema of data does not know is left out. Doubles that JSON has no number for are "NaN", "Infinity" and "-Infinity". Keys come sorted.
// Goes down by recursion.
void AppendValue(const Value& value, Context& context, std::string& to);

}  // namespace structural::cel::eval
