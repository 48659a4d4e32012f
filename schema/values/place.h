// ValuePath: the path from a schema to a schema inside it, and from a value to a value inside it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "schema/json/value.h"

namespace structural::values {

struct Step {
  enum class Kind : std::uint8_t { kProperty, kEntry, kItem };

  Kind kind = Kind::kProperty;
  std::string_view name = {};  // name of a property, or key of a map entry
};

// Steps from the root. A view.
using ValuePath = std::span<const Step>;

// Returns the value at the place; null if it does not exist. A step to an item leads to the first item.
const json::Value* ValueAt(const json::Value& root, ValuePath place);

// Returns the number of values in a value, including itself. Shared values count each time, and each kilobyte of text
// counts as one more.
std::size_t CountValues(const json::Value& value);

}  // namespace structural::values
