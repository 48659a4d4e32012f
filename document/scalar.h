// Scalar: the value of a YAML scalar, such as yes, 0x1F, 1_000 or ~, by the rules of YAML 1.1 as implemented in Go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "schema/base/result.h"

namespace structural::document {

// An integer in the range of int64 or uint64.
struct Integer {
  bool negative = false;
  std::uint64_t magnitude = 0;  // absolute value
};

// Reads an integer as Go does. If `base` is 0, the text's prefix gives the base: 0x, 0o, 0b or 0, in either letter
// case; without a prefix it is 10. Returns nullopt if the text is not an integer, or is out of range: with a sign, the
// range of int64; without one, that of uint64.
//
// Upstream: Go strconv ParseInt, ParseUint (Go 1.26).
std::optional<Integer> ParseInteger(std::string_view text, int base = 0);

// Reads digits with a point, an exponent, and underscores between digits. Returns nullopt for other texts and for
// numbers whose absolute value is too large; a number too close to zero becomes zero.
//
// Upstream: Go strconv ParseFloat, for a text that begins with a point (Go 1.26).
std::optional<double> ParsePointFloat(std::string_view text);

// Reads a text that matches `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`. Returns
// nullopt for other texts and for numbers out of range.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go yamlStyleFloat (v2.4.4).
std::optional<double> ParseYamlFloat(std::string_view text);

struct ScalarText {
  std::string_view text;
  std::string_view tag;  // "tag:yaml.org,2002:int"; may be empty
  bool plain;            // the scalar has no quotes, or has the tag `!`
};

// std::monostate is null. A string is a view of the scalar's text, or the bytes of a !!binary.
using Scalar = std::variant<std::monostate, bool, Integer, double, std::string_view, std::string>;

// Returns the value of a scalar. Errors: kInvalidInput if the tag does not match the text (`!!int x`).
//
// Upstream: go.yaml.in/yaml/v2 resolve.go resolve, decode.go scalar (v2.4.4).
base::Result<Scalar> Resolve(const ScalarText& scalar);

// Appends the scalar as JSON. Errors: kInvalidInput for .nan and .inf, which JSON does not have.
base::Status AppendJson(const Scalar& scalar, std::string& to);

// Appends the scalar as a key of a JSON object, which is a string: 0x10 becomes "16", yes becomes
// "true". Errors: kInvalidInput for null, and for integers beyond int64.
//
// Upstream: sigs.k8s.io/yaml convertToJSONableObject (v1.6.0).
base::Status AppendJsonKey(const Scalar& scalar, std::string& to);

// Returns whether `text` is a date, or a date and time, in one of the four forms that Go accepts.
// Only used for an explicit !!timestamp: a plain timestamp is a string anyway.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go parseTimestamp (v2.4.4).
bool IsTimestamp(std::string_view text);

}  // namespace structural::document
