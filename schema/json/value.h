// Value: a JSON value in memory that can be changed in place.
//
// A Value has 16 bytes and points into an Arena, or into the parsed text; both must outlive it. A copy of a Value
// shares the elements, members and text. While one thread changes a Value, no other thread may use it.
//
// Numbers are represented as in a Kubernetes server: an integer that fits into 64 bits is an integer, any other number
// is a double. Members are sorted bytewise by key, and each key occurs once.
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
  // Creates a string that refers to `text`, which must outlive it.
  static Value String(std::string_view text) { return Value(Kind::kString, text.size(), {.text = text.data()}); }
  static Value Array(std::span<Value> elements) {
    return Value(Kind::kArray, elements.size(), {.elements = elements.data()});
  }
  // Creates an object. Precondition: the members are sorted by key, and no key is repeated.
  static Value Object(std::span<Member> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_object() const { return kind_ == Kind::kObject; }
  // Whether the value is an array or an object.
  bool is_container() const { return is_array() || is_object(); }
  bool is_number() const { return kind_ == Kind::kInt || kind_ == Kind::kDouble; }

  // Precondition of each accessor: the value has the kind that the accessor returns.
  bool boolean() const { return HeldAs(Kind::kBool).boolean; }
  std::int64_t integer() const { return HeldAs(Kind::kInt).integer; }
  double real() const { return HeldAs(Kind::kDouble).real; }
  std::string_view text() const { return {HeldAs(Kind::kString).text, size_}; }
  std::span<Value> elements() const { return {HeldAs(Kind::kArray).elements, size_}; }
  std::span<Member> members() const;

  // Returns the member's value; nullptr if this Value is not an object or does not have the member.
  Value* Find(std::string_view key) const;

  // Removes all elements or members except the first `size`.
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

inline constexpr std::string_view kNumberOutOfRange = "a number is beyond the range of a double";

// Parses JSON texts as Values. Reuses its working memory for the next text. Not thread-safe.
class Parser {
 public:
  // The parsed Values point into `arena` and into the text.
  explicit Parser(base::Arena& arena) : arena_(arena) {}

  // Parses a text that contains exactly one value. The number of levels is limited as in JsonReader, and the size of
  // the text to 4 GiB. If a key is repeated, the last value is used. A number out of the range of a double is an error.
  // An error has a message and a position.
  base::Result<Value> Parse(std::string_view text);

  // Reads the next value of a reader. The reader keeps errors. A number out of the range of a double is not an error,
  // because a later member with the same key can replace it. has_unrepresentable_number() returns whether the text of
  // the last call had such a number.
  Value Read(json::JsonReader& in);
  bool has_unrepresentable_number() const { return has_unrepresentable_number_; }

 private:
  Value ReadNext(json::JsonReader& in);
  Value ReadObject(json::JsonReader& in);
  Value ReadArray(json::JsonReader& in);
  Value ReadNumber(json::JsonReader& in);

  base::Arena& arena_;
  bool has_unrepresentable_number_ = false;
  std::vector<Member> members_;  // members of the open objects, innermost object last
  std::vector<Value> elements_;  // elements of the open arrays, innermost array last
};

}  // namespace structural::json
