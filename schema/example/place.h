// Where below a schema, and in a value of it, something stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "schema/json/value.h"

namespace structural::example {

struct Step {
  enum class Kind : std::uint8_t { kProperty, kEntry, kItem };

  Kind kind = Kind::kProperty;
  std::string_view name = {};  // of a property, or the key of an entry of a map
};

// From the root down. Borrowed.
using Place = std::span<const Step>;

// What stands there; null where there is nothing. Of a list it is the first item.
const json::Value* ValueAt(const json::Value& root, Place place);

// How many values there are in a value, itself included; what is shared counts each time. Each
// kilobyte of text counts as one more.
std::size_t CountValues(const json::Value& value);

}  // namespace structural::example
