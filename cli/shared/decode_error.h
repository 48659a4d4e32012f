// DecodeError: what a decoder says of JSON, with the byte that it means.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::lint {

struct DecodeError {
  std::size_t offset = 0;  // in the JSON: where the value begins
  std::string message;     // without the place
};

// Takes the place out of a decoder's message about JSON of one line, which for a number or a word
// is behind it; nothing where there is none.
DecodeError ParseDecodeError(std::string_view json, std::string message);

}  // namespace structural::lint
