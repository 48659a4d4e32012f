// Repair: the search for a value that the CEL rules of a schema accept.
#pragma once

#include <optional>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/value_checker.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

class Maker;

// Searches for a value that satisfies all CEL rules. Begins with `start`, which is valid except for its rules. Adds and
// removes the fields that rules name, and changes their values to literals of the rules, limits, and values of other
// fields. Returns nullopt if none is found within the maximum number of attempts. Needs a stack of cel::kParseStack.
std::optional<json::Value> Repair(const ValueRequirements& requirements, const json::Value& start, Maker& maker,
                                  ValueChecker& checker, base::Arena& arena);

}  // namespace structural::values
