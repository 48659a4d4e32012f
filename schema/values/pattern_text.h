// TextsOfPattern: texts that match a regular expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/work_budget.h"

namespace structural::values {

struct TextLengths {
  std::size_t min = 0;     // minimum number of code points
  std::size_t max = 4096;  // maximum number of code points
};

// Returns up to `count` different texts of these lengths, short and simple ones first. Go's regexp matches each of
// them. Returns no texts if the pattern does not compile, `min` exceeds 256 Ki code points, or no match is found in
// reasonable time. The search can miss matches of patterns with \b, or with ^ in the middle.
//
// Takes time linear in the size of the pattern's program and the length of the texts. `work` may be null. If `work` is
// exhausted, returns no texts.
std::vector<std::string> TextsOfPattern(std::string_view pattern, const TextLengths& lengths, std::size_t count,
                                        std::uint64_t seed, base::WorkBudget* work = nullptr);

}  // namespace structural::values
