// Texts that a regular expression matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/work_budget.h"

namespace structural::example {

struct TextLengths {
  std::size_t least = 0;
  std::size_t most = 4096;  // in code points
};

// Up to `count` texts of these lengths, each once, short and simple ones first. Go's regexp matches
// each of them. None of more than 256 Ki code points. None where the pattern does not compile, or matches nothing of these lengths that is
// found in reasonable time: a pattern with \b or with ^ in its middle may be missed.
//
// Takes time linear in the size of the pattern's program and the length of the texts. `work` may be null; none where it is
// exhausted.
std::vector<std::string> TextsOfPattern(std::string_view pattern, const TextLengths& lengths,
                                        std::size_t count, std::uint64_t seed,
                                        base::WorkBudget* work = nullptr);

}  // namespace structural::example
