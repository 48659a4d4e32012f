// Strings, numbers and booleans that a schema may accept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schema/base/arena.h"
#include "schema/example/budget.h"
#include "schema/example/facts.h"
#include "schema/json/value.h"

namespace structural::example {

struct ScalarOptions {
  std::size_t count = 1;  // how many different ones are of use
  std::uint64_t seed = 0;
  bool readable = false;  // a word rather than an empty text
  Budget* budget = nullptr;  // for texts of more than 1 KiB; null: no limit
};

// Candidates, the best first; each must be judged. Texts are in the arena.
std::vector<json::Value> ScalarCandidates(const Demands& demands, const Facts& facts,
                                          const ScalarOptions& options, base::Arena& arena);

// texts.cc, numbers.cc: of one type each.
std::vector<json::Value> TextCandidates(const Facts& facts, const ScalarOptions& options,
                                        base::Arena& arena);
std::vector<json::Value> NumberCandidates(const Facts& facts, const ScalarOptions& options);

}  // namespace structural::example
