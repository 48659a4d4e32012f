// PathElement: one step of a path from a value to a value inside it. It is the name of a field, the list map keys of an
// item, an item of a set, or an index.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"

namespace structural::merge {

// How fieldsV1 is written, and which errors a server reports for a fieldsV1 that it cannot decode. Both depend on the
// major version of structured-merge-diff that the server uses. v7 uses Go's encoding/json/v2, which does not escape
// HTML, U+2028 and U+2029.
enum class FieldsFormat : char { kV6, kV7 };

// Returns the format of a server of Kubernetes 1.`minor`.
constexpr FieldsFormat FieldsFormatOf(int minor) { return minor >= 38 ? FieldsFormat::kV7 : FieldsFormat::kV6; }

// Plain data. Points into values, a schema or an arena, which must outlive it.
//
// Upstream: sigs.k8s.io/structured-merge-diff fieldpath/element.go PathElement (v6.4.2).
struct PathElement {
  enum class Kind : std::uint8_t {
    kField,    // `value` is the name
    kKey,      // `value` is an object: the list map keys that the item has, sorted by name
    kValue,    // `value` is the item
    kIndex,    // `value` is the index
    kInvalid,  // an item that has none of these elements
  };

  static PathElement Field(std::string_view name) { return {json::Value::String(name), Kind::kField}; }
  static PathElement Key(std::span<json::Member> sorted) { return {json::Value::Object(sorted), Kind::kKey}; }
  static PathElement Item(const json::Value& item) { return {item, Kind::kValue}; }
  static PathElement Index(std::int64_t index) { return {json::Value::Int(index), Kind::kIndex}; }
  static PathElement Invalid() { return {json::Value(), Kind::kInvalid}; }

  std::string_view name() const { return value.text(); }  // precondition: the kind is kField

  json::Value value;
  Kind kind = Kind::kInvalid;
};

using Path = std::span<const PathElement>;

// Compares two values. Integers and doubles are compared as numbers. Other values of different kinds are ordered by
// their kinds. Returns a negative number if `a` is less, 0 if the values are equal, and otherwise a positive number.
//
// Upstream: value/value.go Compare (v6.4.2).
int Compare(const json::Value& a, const json::Value& b);

// Whether the values are equal. 1 and 1.0 are equal.
//
// Upstream: value/value.go Equals (v6.4.2).
inline bool EqualValues(const json::Value& a, const json::Value& b) { return Compare(a, b) == 0; }

// Compares two path elements, with a result like that of Compare for values.
//
// Upstream: fieldpath/element.go PathElement.Compare (v6.4.2).
int Compare(const PathElement& a, const PathElement& b);

// Returns the element as messages print it: `.name`, `[port=80,protocol="TCP"]`, `[="a"]`, `[0]`.
//
// Upstream: fieldpath/element.go PathElement.String, value/value.go ToString (v6.4.2).
std::string Text(const PathElement& element);
std::string Text(Path path);

// Returns the element as a key of fieldsV1: `f:name`, `k:{"port":80}`, `v:"a"`, `i:0`. With kV6, values are written as
// Go's encoding/json writes them, with HTML escaping.
//
// Upstream: fieldpath/serialize-pe.go SerializePathElement (v6.4.2).
std::string KeyText(const PathElement& element, FieldsFormat format = FieldsFormat::kV6);

// Parses a key of fieldsV1. Returns nullopt for a key with an unknown prefix, which a server ignores. The element
// points into `text` and the arena. Its numbers are doubles. In kV6, the text of an error is that of a server.
//
// Upstream: fieldpath/serialize-pe.go DeserializePathElement (v6.4.2).
base::Result<std::optional<PathElement>> ReadKeyText(std::string_view text, base::Arena& arena,
                                                     FieldsFormat format = FieldsFormat::kV6);

}  // namespace structural::merge
