// Numbers as Go's strconv reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::document {

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

}  // namespace structural::document
