// {2}, {2,}, {2,5}
//
// Upstream: Go regexp/syntax parse.go parseRepeat (Go 1.26).
#pragma once

#include <optional>

#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

struct RepeatCount {
  int min;
  int max;  // -1: without end

  // Numbers as Go takes them, and in order.
  bool IsValid() const;
};

// nullopt, with nothing read, where the source starts with something else.
std::optional<RepeatCount> ReadRepeatCount(Source& source);

}  // namespace structural::go::regexp
