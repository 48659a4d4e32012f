// Moves: small changes of a value that may satisfy a rule.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/demands.h"
#include "schema/values/rule_hints.h"

namespace structural::values {

class Maker;

// A step from a value to a member or element.
struct ValueStep {
  std::string_view key = {};
  std::size_t index = 0;  // index of the element in a list
  bool is_index = false;
};

struct Move {
  std::vector<ValueStep> place;
  std::optional<json::Value> value = {};  // nullopt: remove the value
};

// Returns the possible moves of the value itself and of the fields inside it that the hints name, at most a few
// hundred. Does not change values on the path to a given value.
std::vector<Move> MovesOf(const ValueRequirements& demands, const json::Value& value, const RuleHints& hints,
                          Maker& maker, base::Arena& arena);

// Returns a deep copy of the value with a move applied.
json::Value ApplyMove(const json::Value& value, const Move& move, base::Arena& arena);

}  // namespace structural::values
