// Small changes of a value that may make a rule hold.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/example/demands.h"
#include "schema/example/rule_hints.h"
#include "schema/json/value.h"

namespace structural::example {

class Maker;

// A step down a value.
struct ValueStep {
  std::string_view key = {};
  std::size_t index = 0;  // of an element of a list
  bool is_index = false;
};

struct Move {
  std::vector<ValueStep> place;
  std::optional<json::Value> value = {};  // nullopt: it is taken out
};

// The moves at the value itself, and at the fields below that the hints name; a few hundred at
// most. What stands on the way to a given value is not touched.
std::vector<Move> MovesOf(const Demands& demands, const json::Value& value, const RuleHints& hints,
                          Maker& maker, base::Arena& arena);

// The value after a move; nothing of it is shared with the one before.
json::Value Moved(const json::Value& value, const Move& move, base::Arena& arena);

}  // namespace structural::example
