// Writing a Value as JSON text.
#pragma once

#include <concepts>
#include <cstddef>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>

#include "schema/json/value.h"

namespace structural::json {

// Appends the text that Go's encoding/json writes without HTML escaping: keys sorted, floats as Go
// prints them, U+2028 and U+2029 escaped.
void AppendJson(const Value& value, std::string& to);

// "0.1", "1e+21", "-9223372036854776000". Precondition: finite.
//
// Upstream: Go encoding/json floatEncoder (Go 1.26).
std::string FormatDouble(double value);

// Writer: JSON text, from its first byte to its last, straight into a string.
// Commas come by themselves, by what the text ends with: others may have written that. Texts and
// numbers are as AppendJson writes them. Not thread-safe.
class Writer {
 public:
  Writer() : to_(own_) {}
  // Appends to `to`, which must outlive the writer.
  explicit Writer(std::string& to) : to_(to) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // What was written; it is the writer's no more.
  std::string Take() { return std::move(to_); }

  Writer& BeginObject() { return Begin('{'); }
  Writer& EndObject() { return End('}'); }
  Writer& BeginList() { return Begin('['); }
  Writer& EndList() { return End(']'); }

  // The name of a member, which is written as it stands; its value comes next.
  Writer& Key(std::string_view name);
  // The same for a name that may hold anything.
  Writer& AnyKey(std::string_view name);

  // A value: an element of a list, or that of the key before.
  Writer& Add(std::string_view text);
  Writer& Add(const Value& value);
  Writer& Add(std::nullptr_t) { return Raw("null"); }
  template <std::integral T>
  Writer& Add(T value) {
    if constexpr (std::same_as<T, bool>) return Raw(value ? "true" : "false");
    return Raw(std::to_string(value));
  }
  template <std::ranges::range T>
    requires(!std::convertible_to<const T&, std::string_view>)
  Writer& Add(const T& elements) {
    BeginList();
    for (const auto& element : elements) Add(element);
    return EndList();
  }
  // One that is JSON text already.
  Writer& Raw(std::string_view json);

  // A member.
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
