// Scalar: what a YAML scalar means, by the rules of YAML 1.1 as Go has them: yes, 0x1F, 1_000, ~.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "schema/base/result.h"

namespace structural::document {

// Numbers as Go's strconv reads them.

// A sign and a size: covers int64 and uint64.
struct Integer {
  bool negative = false;
  std::uint64_t size = 0;
};

// With base 0 as Go's: the prefixes 0x, 0o, 0b and 0 in any letter case. Both signs. nullopt: no
// integer, or neither int64 nor, without a sign, uint64.
//
// Upstream: Go strconv ParseInt, ParseUint (Go 1.26).
std::optional<Integer> ParseInteger(std::string_view text, int base = 0);

// Digits with a point, an exponent, underscores between digits. nullopt: no such number, or beyond
// the range; too small counts as zero.
//
// Upstream: Go strconv ParseFloat for what begins with a point (Go 1.26).
std::optional<double> ParsePointFloat(std::string_view text);

// `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`, within the range.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go yamlStyleFloat (v2.4.4).
std::optional<double> ParseYamlFloat(std::string_view text);

struct ScalarText {
  std::string_view text;
  std::string_view tag;  // "tag:yaml.org,2002:int"; empty: none
  bool plain;            // without quotes, or with the tag `!`
};

// std::monostate is null. A string that the scalar's text holds as it is, is a view into it.
using Scalar = std::variant<std::monostate, bool, Integer, double, std::string_view, std::string>;

// Errors: kInvalidInput where a tag does not fit the text (`!!int x`).
//
// Upstream: go.yaml.in/yaml/v2 resolve.go resolve, decode.go scalar (v2.4.4).
base::Result<Scalar> Resolve(const ScalarText& scalar);

// Appends it as JSON.
// Errors: kInvalidInput for .nan and .inf.
base::Status AppendJson(const Scalar& scalar, std::string& to);

// Appends it as a key of a JSON object, which is a string: 0x10 becomes "16", yes "true".
// Errors: kInvalidInput for null, and for integers beyond int64.
//
// Upstream: sigs.k8s.io/yaml convertToJSONableObject (v1.6.0).
base::Status AppendJsonKey(const Scalar& scalar, std::string& to);

// Timestamps of YAML 1.1, as far as Go reads them.
// Whether `text` is a date, or a date and time, of the four forms that Go knows. Only an explicit
// !!timestamp asks: a plain one is a string all the same.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go parseTimestamp (v2.4.4).
bool IsTimestamp(std::string_view text);

}  // namespace structural::document
