// Operations on values of all kinds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Returns the value of a == b: a bool or an error. null is equal only to null.
//
// Upstream: cel-go common/types/util.go Equal.
Value Equal(const Value& a, const Value& b, Context& context);

// Returns the result of cel-go's method a.Equal(b): a bool or an error. The function Equal returns this result if
// neither value is null.
Value EqualAsType(const Value& a, const Value& b, Context& context);

// Whether Compare accepts the value: bool, numbers, string, bytes, duration, timestamp.
//
// Upstream: cel-go traits.Comparer.
bool IsComparable(const Value& value);

// Compares a with b. Returns -1, 0 or 1, or an error if they are not comparable. Precondition: IsComparable(a).
Value Compare(const Value& a, const Value& b, Context& context);

// Whether the value can be a field name, a key or an index.
//
// Upstream: cel-go interpreter/attributes.go NewQualifier.
bool IsQualifier(const Value& key);

// Whether the value is cel-go's zero value of its type. False for types without a zero value.
//
// Upstream: cel-go traits.Zeroer.
bool IsZero(const Value& value);

// Returns the number of code points. A byte that is not UTF-8 counts as one.
std::int64_t CountRunes(std::string_view text);

// Returns the size: code points of a string, number of bytes, elements of a list, or entries of a map. Returns nullopt
// for other values.
std::optional<std::int64_t> Size(const Value& value);

// Returns Size(value), or 1 for values without a size.
//
// Upstream: apiserver/pkg/cel/library/cost.go actualSize.
std::uint64_t ActualSize(const Value& value);

// Returns ceil(units * 0.1), the cost of reading a text of `units` bytes or characters.
std::uint64_t TraversalCost(std::uint64_t units);

// Prints the value like Go's %v.
std::string Print(const Value& value, Context& context);

// PrintDouble prints a double like Go, including +Inf and NaN. PrintType prints a type like cel-go: map(dyn, dyn).
std::string PrintDouble(double value);
std::string PrintType(const cel::Type& type);

// Returns the name of the value's type in Go, as %T prints it: "types.Int".
std::string_view GoType(const Value& value);

// Returns the text of a value that cel-go can convert to a Go string: a string, a type, or an optional of these.
// Returns nullopt for other values.
std::optional<std::string_view> NativeText(const Value& value);

// Converts a value to the type `to`, like int(x) in CEL. Returns an error if the conversion is impossible.
//
// Upstream: cel-go ConvertToType of the types.
Value Convert(const Value& value, Kind to, Context& context);

}  // namespace structural::cel::eval
