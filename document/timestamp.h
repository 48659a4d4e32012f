// Timestamps of YAML 1.1, as far as Go reads them.
#pragma once

#include <string_view>

namespace structural::document {

// Whether `text` is a date, or a date and time, of the four forms that Go knows. Only an explicit
// !!timestamp asks: a plain one is a string all the same.
//
// Upstream: go.yaml.in/yaml/v2 resolve.go parseTimestamp (v2.4.4).
bool IsTimestamp(std::string_view text);

}  // namespace structural::document
