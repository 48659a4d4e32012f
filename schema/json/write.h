// Functions and a class that write JSON text.
#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "schema/json/value.h"

namespace structural::json {

// Appends the JSON text that Go's encoding/json writes without HTML escaping: sorted keys, floats in Go's form, U+2028
// and U+2029 escaped.
void AppendJson(const Value& value, std::string& to);

// Returns the number in Go's form: "0.1", "1e+21", "-9223372036854776000". Precondition: the value is finite.
//
// Upstream: Go encoding/json floatEncoder (Go 1.26).
std::string FormatDouble(double value);

// Writer writes JSON text into a string, without a tree. It adds commas as needed: it checks the last character of the
// string, which other code may have written. Texts and numbers are written as by AppendJson. Not thread-safe.
class Writer {
 public:
  Writer() : to_(own_) {}
  // Appends to `to`, which must outlive the writer.
  explicit Writer(std::string& to) : to_(to) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Returns the text, and removes it from the writer.
  std::string Take() { return std::move(to_); }

  Writer& BeginObject() { return Begin('{'); }
  Writer& EndObject() { return End('}'); }
  Writer& BeginList() { return Begin('['); }
  Writer& EndList() { return End(']'); }

  // Writes the name of a member without escaping it. The member's value must follow.
  Writer& Key(std::string_view name);
  // Writes the name of a member, escaped if necessary.
  Writer& AnyKey(std::string_view name);

  // Adds a value: an element of a list, or the value of the last key.
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
  // Adds a value that is JSON text already.
  Writer& Raw(std::string_view json);

  // Adds a member.
  template <typename T>
  Writer& Add(std::string_view name, const T& value) {
    return Key(name).Add(value);
  }

 private:
  void Separate();
  Writer& Begin(char brace);
  Writer& End(char brace);

  std::string own_;
  std::string& to_;
};

}  // namespace structural::json
