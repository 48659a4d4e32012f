// Value: a JSON value in memory, to be changed in place.
//
// Sixteen bytes that point into an Arena, or into the text that was parsed; both must outlive it.
// Copying one copies the view, not what it points to. Not thread-safe while it is changed.
//
// Numbers are what they are to a Kubernetes server: an integral literal within 64 bits is an
// integer, every other one a double. Members are sorted bytewise by key, each key once.
#pragma once

#include <cstdint>
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
  // The text is not copied.
  static Value String(std::string_view text) {
    return Value(Kind::kString, text.size(), {.text = text.data()});
  }
  static Value Array(std::span<Value> elements) {
    return Value(Kind::kArray, elements.size(), {.elements = elements.data()});
  }
  // Precondition: sorted by key, without repetition.
  static Value Object(std::span<Member> members);

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::kNull; }
  bool is_string() const { return kind_ == Kind::kString; }
  bool is_array() const { return kind_ == Kind::kArray; }
  bool is_object() const { return kind_ == Kind::kObject; }
  // Whether there is something in it to look at.
  bool is_container() const { return is_array() || is_object(); }
  bool is_number() const { return kind_ == Kind::kInt || kind_ == Kind::kDouble; }

  // Precondition of each: it is of that kind.
  bool boolean() const { return held_.boolean; }
  std::int64_t integer() const { return held_.integer; }
  double real() const { return held_.real; }
  std::string_view text() const { return {held_.text, size_}; }
  std::span<Value> elements() const { return {held_.elements, size_}; }
  std::span<Member> members() const;

  // The member's value, or null where this is no object or has no such member.
  Value* Find(std::string_view key) const;

  // Leaves out what comes after the first `size` elements or members.
  void Truncate(std::size_t size) { size_ = static_cast<std::uint32_t>(size); }

 private:
  union Held {
    bool boolean;
    std::int64_t integer;
    double real;
    const char* text;
    Value* elements;
    Member* members;
  };

  Value(Kind kind, std::size_t size, Held held)
      : held_(held), size_(static_cast<std::uint32_t>(size)), kind_(kind) {}

  Held held_{.integer = 0};
  std::uint32_t size_ = 0;
  Kind kind_ = Kind::kNull;
};

struct Member {
  std::string_view key;
  Value value;
};

inline Value Value::Object(std::span<Member> members) {
  return Value(Kind::kObject, members.size(), {.members = members.data()});
}

inline std::span<Member> Value::members() const { return {held_.members, size_}; }

static_assert(sizeof(Value) == 16 && std::is_trivially_copyable_v<Member>);

// Whether Go's reflect.DeepEqual calls them equal: 1 and 1.0 are not. -0.0 and 0.0 are.
bool Equal(const Value& a, const Value& b);

inline constexpr std::string_view kOutOfRange = "a number is beyond the range of a double";

// Parses JSON text into Values. Keeps its working memory from one text to the next.
// Not thread-safe.
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
