// The parts of JSON text that is known to be well formed, one level of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

// Views into the text that was asked for.
struct JsonMember {
  std::string_view key;  // with its quotes and escapes
  std::string_view value;
};

// Of an object, in their order. Empty for another value.
std::vector<JsonMember> Members(std::string_view object);

// Of a list, in their order. Empty for another value.
std::vector<std::string_view> Elements(std::string_view list);

// What a JSON string says: without quotes and escapes.
std::string StringValue(std::string_view string);

}  // namespace structural::document
