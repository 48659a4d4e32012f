// Value: a JSON value that can be edited, and records which of its parts are new.
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

// MemberPlaces: an index of the members of a large object while some are added and removed.
class MemberPlaces {
 public:
  void Add(std::string_view key, std::size_t at) { places_.insert_or_assign(std::string(key), at); }
  void Remove(const std::string& key) { places_.erase(key); }
  // Records that a member was inserted or removed, which shifts the indexes of later members by one.
  void Shift() { ++shifts_; }

  // Returns the index that the member had when it was added. Its current index differs from it by at most shifts().
  std::optional<std::size_t> Of(std::string_view key) const {
    const auto found = places_.find(std::string(key));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t shifts() const { return shifts_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::size_t shifts_ = 0;
};

// Maximum depth of nesting of edited values; far more than the API server accepts.
inline constexpr int kMaxEditDepth = 1000;

struct Value {
  enum class Kind : char { kObject, kArray, kString, kLiteral };  // kLiteral: number, bool, null
  static constexpr std::uint32_t kNew = 0xFFFFFFFF;

  struct Child {
    std::string key;  // empty for an element
    Value* value;
    std::string was = {};  // the member's key in the old document, if it was renamed
  };

  bool IsCollection() const { return kind == Kind::kObject || kind == Kind::kArray; }
  // Returns the index of the member, or -1. The first call for a large object builds an index.
  std::ptrdiff_t Find(std::string_view key) const;
  // Returns whether the members are sorted by their keys.
  bool InOrder() const;
  // Inserts a child. These functions keep the indexes for Find and InOrder up to date.
  void Insert(std::size_t at, Child child);
  // Inserts members with new keys in the order of keys.
  // Precondition: InOrder().
  void InsertInOrder(std::vector<Child> added);
  void Erase(std::size_t at);
  void Rename(std::size_t at, const std::string& key);
  // Discards the results that Find and InOrder store. Must be called after any other change of the children.
  void ForgetPlaces() {
    places.reset();
    in_order.reset();
  }

  Kind kind = Kind::kLiteral;
  bool fresh = false;           // shares no part with the value of the old document
  bool changed = false;         // the value, or a part of it, has changed
  std::uint32_t origin = kNew;  // index of an element in the old document
  std::string text;             // the unescaped string, or the JSON of another scalar
  std::vector<Child> children;
  // For an unchanged moved or copied value: its path in the old document, as keys and indexes. Empty for other values.
  std::vector<std::string> old_path = {};
  bool was_moved = false;  // the value was moved, not copied
  bool renames = false;    // a child is or was renamed

  mutable std::unique_ptr<MemberPlaces> places = {};  // null until Find builds it
  mutable std::optional<bool> in_order = {};          // nullopt until InOrder computes it
};

// Returns whether `a` and `b` are the same JSON. The order of members is ignored, and numbers are
// compared by value.
bool Equal(const Value& a, const Value& b);

class Values {
 public:
  // Reads a value, marked as `fresh` or not. The last value of a repeated key counts.
  // Errors: kInvalidInput, kLimitExceeded.
  base::Result<Value*> Parse(std::string_view json, bool fresh);

  // Returns a copy. All values of the copy are `fresh`, and their `home` is empty.
  Value* Copy(const Value& value);

 private:
  Value* Read(json::JsonReader& in, bool fresh, int depth);
  void ReadMembers(json::JsonReader& in, bool fresh, int depth, Value& to);
  void ReadElements(json::JsonReader& in, bool fresh, int depth, Value& to);

  std::deque<Value> all_;
  bool too_deep_ = false;
};

}  // namespace structural::document
