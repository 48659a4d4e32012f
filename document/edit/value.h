// Value: a JSON value that can be changed, and remembers what of it is new.
//
// Plain nodes that point to each other; Values owns them all. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/base/result.h"
#include "schema/json/reader.h"

namespace structural::document {

// MemberPlaces: where the members of a large object stand while some of them come and go.
// Plain data. Not thread-safe.
class MemberPlaces {
 public:
  void Add(std::string_view key, std::size_t at) {
    places_.insert_or_assign(std::string(key), at);
  }
  void Remove(const std::string& key) { places_.erase(key); }
  // One member before others has come or gone: they stand one further, or nearer.
  void Shift() { ++shifts_; }

  // Where the member stood when it was added; it stands at most shifts() away from there.
  std::optional<std::size_t> Of(std::string_view key) const {
    const auto found = places_.find(std::string(key));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t shifts() const { return shifts_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::size_t shifts_ = 0;
};

// Nesting beyond it is not edited: far more than the API server takes.
inline constexpr int kMaxEditDepth = 1000;

struct Value {
  enum class Kind : char { kObject, kArray, kString, kLiteral };  // kLiteral: number, bool, null
  static constexpr std::uint32_t kNew = 0xFFFFFFFF;

  struct Child {
    std::string key;  // of a member
    Value* value;
    std::string was = {};  // its key in the document as it was, where that was another one
  };

  bool IsCollection() const { return kind == Kind::kObject || kind == Kind::kArray; }
  // -1: none. Large objects are indexed when they are first asked.
  std::ptrdiff_t Find(std::string_view key) const;
  // Whether the members are in the order of their keys.
  bool InOrder() const;
  // Changes of the children that keep Find and InOrder fast.
  void Insert(std::size_t at, Child child);
  // Members with keys of their own, each where it belongs.
  // Precondition: InOrder().
  void InsertInOrder(std::vector<Child> added);
  void Erase(std::size_t at);
  void Rename(std::size_t at, const std::string& key);
  // After any other change.
  void ForgetPlaces() {
    places.reset();
    in_order.reset();
  }

  Kind kind = Kind::kLiteral;
  bool fresh = false;           // has nothing of the value that was here
  bool changed = false;         // it, or something in it
  std::uint32_t origin = kNew;  // of an element: its index in the document as it was
  std::string text;             // what a string says; a word as it stands in JSON
  std::vector<Child> children;
  // Of what was moved or copied, and nothing in it has changed: the way to it in the document as it
  // was, keys and indexes. Empty: there is none.
  std::vector<std::string> home = {};
  bool left_home = false;  // it was moved
  bool renames = false;    // a child has, or had, another key than it was

  mutable std::unique_ptr<MemberPlaces> places = {};  // null: not made
  mutable std::optional<bool> in_order = {};          // nullopt: not known
};

// The same JSON: members in any order, numbers by their size.
bool Equal(const Value& a, const Value& b);

class Values {
 public:
  // The value is `fresh` where asked for. Of a repeated key the last value counts.
  // Errors: kInvalidInput, kLimitExceeded.
  base::Result<Value*> Parse(std::string_view json, bool fresh);

  // All of it `fresh`, without a home.
  Value* Copy(const Value& value);

 private:
  Value* Read(json::JsonReader& in, bool fresh, int depth);
  void ReadMembers(json::JsonReader& in, bool fresh, int depth, Value& to);
  void ReadElements(json::JsonReader& in, bool fresh, int depth, Value& to);

  std::deque<Value> all_;
  bool too_deep_ = false;
};

}  // namespace structural::document
