// What values of all kinds have.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// a == b: a bool, or an error. Null equals null only.
//
// Upstream: cel-go common/types/util.go Equal.
Value Equal(const Value& a, const Value& b, Context& context);

// a.Equal(b) of cel-go's types, which Equal asks where neither is null.
Value EqualAsType(const Value& a, const Value& b, Context& context);

// Whether Compare takes the value: bool, numbers, string, bytes, duration, timestamp.
//
// Upstream: cel-go traits.Comparer.
bool IsComparable(const Value& value);

// -1, 0 or 1, or an error. Precondition: IsComparable(a).
Value Compare(const Value& a, const Value& b, Context& context);

// Whether a value may be looked up by the key.
//
// Upstream: cel-go interpreter/attributes.go NewQualifier.
bool IsQualifier(const Value& key);

// Whether it is cel-go's zero value of its type; what has none is not.
//
// Upstream: cel-go traits.Zeroer.
bool IsZero(const Value& value);

// Code points, where a byte that is not UTF-8 counts as one.
std::int64_t CountRunes(std::string_view text);

// Code points of a string, bytes of bytes, elements, entries; nullopt of what has no size.
std::optional<std::int64_t> Size(const Value& value);

// The same, and 1 of what has no size.
//
// Upstream: apiserver/pkg/cel/library/cost.go actualSize.
std::uint64_t ActualSize(const Value& value);

// ceil(units * 0.1), as costs of reading texts are.
std::uint64_t TraversalCost(std::uint64_t units);

// As Go prints the value with %v.
std::string Print(const Value& value, Context& context);

// The same of a double, +Inf and NaN included, and of a type: map(dyn, dyn).
std::string PrintDouble(double value);
std::string PrintType(const cel::Type& type);

// The name of the value's type in Go, as %T prints it: "types.Int".
std::string_view GoType(const Value& value);

// The text of a string, and of what has one as its Go value: a type, an optional string.
std::optional<std::string_view> NativeText(const Value& value);

// Conversions, as int(x) of cel-go.
//
// Upstream: cel-go ConvertToType of the types.
Value Convert(const Value& value, Kind to, Context& context);

}  // namespace structural::cel::eval
