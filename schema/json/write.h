// AppendJson and Writer: a function and a class that write JSON text.
#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "schema/json/value.h"

namespace structural::json {

// Appends the value as Go's encoding/json writes it without HTML escaping: keys are sorted, floats have Go's notation,
// U+2028 and U+2029 are escaped.
void AppendJson(const Value& value, std::string& to);

// Returns a number in Go's notation: "0.1", "1e+21", "-9223372036854776000". Precondition: the value is finite.
//
// Upstream: Go encoding/json floatEncoder (Go 1.26).
std::string FormatDouble(double value);

// Writes JSON text into a string, without building a tree. It adds commas where necessary: it checks the last character
// of the string, so other code may also append to the string. Texts and numbers are written like by AppendJson. Not
// thread-safe.
class Writer {
 public:
  Writer() : output_(own_text_) {}
  // Appends to the string `to`, which must outlive the writer.
  explicit Writer(std::string& to) : output_(to) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Returns the text, and empties the writer's string.
  std::string Take() { return std::move(output_); }

  Writer& BeginObject() { return Begin('{'); }
  Writer& EndObject() { return End('}'); }
  Writer& BeginList() { return Begin('['); }
  Writer& EndList() { return End(']'); }

  // Writes the name of a member. The caller must then add the member's value. Precondition: the name needs no escapes
  // in JSON.
  Writer& Key(std::string_view name);
  // Like Key, but escapes the name if necessary.
  Writer& AnyKey(std::string_view name);

  // Writes a value: the next element of a list, or the value of the member whose name was written last.
  Writer& Add(std::string_view text);
  Writer& Add(const Value& value);
  Writer& Add(std::nullptr_t) { return Raw("null"); }
  template <std::integral T>
  Writer& Add(T value) {
    if constexpr (std::same_as<T, bool>) return Raw(value ? "true" : "false");
    return Raw(std::to_string(value));
  }
  template <std::ranges::range T>
  requires(!std::convertible_to<const T&, std::string_view>) Writer& Add(const T& elements) {
    BeginList();
    for (const auto& element : elements) Add(element);
    return EndList();
  }
  // Writes a value whose JSON text is `json`.
  Writer& Raw(std::string_view json);

  // Adds a member.
  template <typename T>
  Writer& Add(std::string_view name, const T& value) {
    return Key(name).Add(value);
  }

 private:
  void AppendCommaIfNeeded();
  Writer& Begin(char brace);
  Writer& End(char brace);

  std::string own_text_;
  std::string& output_;
};

}  // namespace structural::json
