// Repair: the search for a value that the rules of a schema accept.
#pragma once

#include <optional>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/value_checker.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

class Maker;

// Changes a value that is valid except for its rules until all rules hold. Adds and removes the fields that rules name,
// and changes their values to literals of the rules, limits, and values of other fields. Returns nullopt if that takes
// too many attempts. Needs a stack of cel::kParseStack.
std::optional<json::Value> Repair(const ValueRequirements& requirements, const json::Value& start, Maker& maker,
                                  ValueChecker& checker, base::Arena& arena);

}  // namespace structural::values
