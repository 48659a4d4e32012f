// ReadJson: the JSON value that a text begins with.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

#include "document/document.h"
#include "document/problem.h"

namespace structural::document {

// A place in a text that is walked through once, from the front to the back.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // Precondition: `offset` is not before the last one.
  Position At(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_{1, 1};
};

// The value from `*offset` on, which is then behind it; where there is no JSON it stays. Strict
// JSON, as Go's encoding/json has it; numbers are written as Go writes them again, but -0.0 as it
// is. JSON with a number out of range is a Problem. Positions are told by `cursor`, which is over
// the same text.
//
// Upstream: apimachinery pkg/util/yaml/decoder.go YAMLOrJSONDecoder (v0.37.2), pkg/util/json
// Unmarshal.
std::variant<Document, Problem> ReadJson(std::string_view text, std::size_t* offset,
                                         Cursor& cursor);

}  // namespace structural::document
