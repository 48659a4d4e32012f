// Candidates for strings, numbers and booleans that a schema may accept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/budget.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

struct ScalarOptions {
  std::size_t count = 1;  // number of different scalars that the caller needs
  std::uint64_t seed = 0;
  bool readable = false;     // whether a word is preferred to an empty text
  Budget* budget = nullptr;  // charged for texts of more than 1 KiB; null: no limit
};

// Returns candidates, the best first. A candidate may violate the requirements, so the caller must check each. Texts
// are in the arena.
std::vector<json::Value> ScalarCandidates(const ValueRequirements& requirements, const CombinedRequirements& combined,
                                          const ScalarOptions& options, base::Arena& arena);

// Returns only candidates that are strings, for strings without an enum.
std::vector<json::Value> TextCandidates(const CombinedRequirements& combined, const ScalarOptions& options,
                                        base::Arena& arena);

}  // namespace structural::values
