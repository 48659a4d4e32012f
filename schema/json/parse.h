// Parsing JSON text into a Value.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/reader.h"
#include "schema/json/value.h"

namespace structural::json {

inline constexpr std::string_view kOutOfRange = "a number is beyond the range of a double";

// Keeps its working memory from one text to the next. Not thread-safe.
class Parser {
 public:
  // Values point into `arena` and into the text.
  explicit Parser(base::Arena& arena) : arena_(arena) {}

  // One value and nothing after it. Nesting is bounded by the reader, a text by 4 GiB. Of a
  // repeated key the last counts. An error says what and where; a number beyond the range of a
  // double is one.
  base::Result<Value> Parse(std::string_view text);

  // The value that stands next. A mistake stays in the reader, but for a number beyond the range of
  // a double: a repeated key may yet replace it, so unrepresentable() tells of it, until the next
  // call.
  Value Read(json::JsonReader& in);
  bool unrepresentable() const { return unrepresentable_; }

 private:
  Value Next(json::JsonReader& in);
  Value Object(json::JsonReader& in);
  Value Array(json::JsonReader& in);
  Value Number(json::JsonReader& in);

  base::Arena& arena_;
  bool unrepresentable_ = false;
  std::vector<Member> members_;  // of the objects that are open, the innermost last
  std::vector<Value> elements_;  // the same of arrays
};

}  // namespace structural::json
