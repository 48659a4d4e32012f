// Value: a JSON value in memory that can be changed in place.
//
// A Value has 16 bytes and points into an Arena, or into the parsed text; both must outlive it. A copy of a Value
// shares the elements, members and text. Not thread-safe while a thread changes it.
//
// Numbers are those of a Kubernetes server: an integral literal within 64 bits is an integer, any other literal is a
// double. Members are sorted bytewise by key, and each key appears once.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::json {

struct Member;

class Value {
 public:
  enum class Kind : std::uint8_t { kNull, kBool, kInt, kDouble, kString, kArray, kObject };

  Value() = default;
  static Value Bool(bool value) { return Value(Kind::kBool, 0, {.boolean = value}); }
  static Value Int(std::int64_t value) { return Value(Kind::kInt, 0, {.integer = value}); }
  static Value Double(double value) { return Value(Kind::kDouble, 0, {.real = value}); }
  // Does not copy the text.
  static Value String(std::string_view text) { return Value(Kind::kString, text.size(), {.text = text.data()}); }
  static Value Array(std::span<Value> elements) {
    return Value(Kind::kArray, elements.size(), {.elements = elements.data()});
  }
  // Precondition: the members are sorted by key, and no key is repeated.
  static Value Object(std::span<Member> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_object() const { return kind_ == Kind::kObject; }
  // Whether the value can have elements or members.
  bool is_container() const { return is_array() || is_object(); }
  bool is_number() const { return kind_ == Kind::kInt || kind_ == Kind::kDouble; }

  // Precondition of each accessor: the value is of its kind.
  bool boolean() const { return HeldAs(Kind::kBool).boolean; }
  std::int64_t integer() const { return HeldAs(Kind::kInt).integer; }
  double real() const { return HeldAs(Kind::kDouble).real; }
  std::string_view text() const { return {HeldAs(Kind::kString).text, size_}; }
  std::span<Value> elements() const { return {HeldAs(Kind::kArray).elements, size_}; }
  std::span<Member> members() const;

  // Returns the member's value, or nullptr if this is not an object or does not have the member.
  Value* Find(std::string_view key) const;

  // Removes the elements or members after the first `size`.
  void Truncate(std::size_t size) {
    assert(is_container() && size <= size_);
    size_ = static_cast<std::uint32_t>(size);
  }

 private:
  union Held {
    bool boolean;
    std::int64_t integer;
    double real;
    const char* text;
    Value* elements;
    Member* members;
  };

  Value(Kind kind, std::size_t size, Held held) : held_(held), size_(static_cast<std::uint32_t>(size)), kind_(kind) {}

  const Held& HeldAs([[maybe_unused]] Kind kind) const {
    assert(kind_ == kind);
    return held_;
  }

  Held held_{.integer = 0};
  std::uint32_t size_ = 0;
  Kind kind_ = Kind::kNull;
};

struct Member {
  std::string_view key;
  Value value;
};

inline Value Value::Object(std::span<Member> members) {
  assert(std::ranges::adjacent_find(members, std::ranges::greater_equal{}, &Member::key) == members.end());
  return Value(Kind::kObject, members.size(), {.members = members.data()});
}

inline std::span<Member> Value::members() const { return {HeldAs(Kind::kObject).members, size_}; }

static_assert(sizeof(Value) == 16 && std::is_trivially_copyable_v<Member>);

// Whether Go's reflect.DeepEqual considers the values equal: 1 and 1.0 differ, -0.0 and 0.0 are equal.
bool Equal(const Value& a, const Value& b);

inline constexpr std::string_view kOutOfRange = "a number is beyond the range of a double";

// Parses JSON text into Values. Reuses its working memory for the next text.
// Not thread-safe.
class Parser {
 public:
  // The Values point into `arena` and into the text.
  explicit Parser(base::Arena& arena) : arena_(arena) {}

  // Parses a text that is exactly one value. The levels are limited as in JsonReader, the text is limited to 4 GiB. The
  // last of repeated keys is used. An error has a message and a position. A number beyond the range of a double is an
  // error.
  base::Result<Value> Parse(std::string_view text);

  // Reads the next value. The reader keeps an error, except for a number beyond the range of a double: a repeated key
  // may replace that value later. unrepresentable() returns whether the value had such a number, until the next call.
  Value Read(json::JsonReader& in);
  bool unrepresentable() const { return unrepresentable_; }

 private:
  Value Next(json::JsonReader& in);
  Value Object(json::JsonReader& in);
  Value Array(json::JsonReader& in);
  Value Number(json::JsonReader& in);

  base::Arena& arena_;
  bool unrepresentable_ = false;
  std::vector<Member> members_;  // members of the open objects, innermost object last
  std::vector<Value> elements_;  // elements of the open arrays, innermost array last
};

}  // namespace structural::json
