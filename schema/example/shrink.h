// Shrink: the smallest part of a value that is still accepted.
#pragma once

#include <functional>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::example {

// Removes fields and items, outer ones first, until no single one can be removed. Precondition: the value is accepted.
// Calls `accepts` at most `max_calls` times.
json::Value Shrink(const json::Value& value, const std::function<bool(const json::Value&)>& accepts,
                   std::size_t max_calls, base::Arena& arena);

}  // namespace structural::example
