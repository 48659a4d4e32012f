// The search for a value that the rules of a schema accept.
#pragma once

#include <optional>

#include "schema/base/arena.h"
#include "schema/example/demands.h"
#include "schema/example/judge.h"
#include "schema/json/value.h"

namespace structural::example {

class Maker;

// Changes a value that is valid but for its rules, one part after the other, until they all hold:
// fields that the rules name are set or taken out, and values in them changed to literals of the
// rules, limits and values of other fields. nullopt where that takes more than a few hundred
// attempts. Needs cel::kParseStack, as the judge does.
std::optional<json::Value> Repair(const Demands& demands, const json::Value& start, Maker& maker,
                                  Judge& judge, base::Arena& arena);

}  // namespace structural::example
