// Value: a JSON value that can be edited. It records which of its parts are new, changed or moved.
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

// MemberPlaces: an index of the members of a large object by key. It stays usable while members are added and removed.
class MemberPlaces {
 public:
  void Add(std::string_view key, std::size_t at) { places_.insert_or_assign(std::string(key), at); }
  void Remove(const std::string& key) { places_.erase(key); }
  // Records that a member was inserted or removed, which shifts the indexes of later members by one.
  void RecordShift() { ++shifts_; }

  // Returns the index that the member had when it was added; nullopt if no member has the key. The member's current
  // index differs from the returned one by at most shifts().
  std::optional<std::size_t> Of(std::string_view key) const {
    const auto found = places_.find(std::string(key));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  std::size_t shifts() const { return shifts_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::size_t shifts_ = 0;
};

// Maximum number of nested levels of an edited document, and of a value that an edit adds.
inline constexpr int kMaxEditDepth = 1000;

struct Value {
  enum class Kind : char { kObject, kArray, kString, kLiteral };  // kLiteral: number, bool, null
  static constexpr std::uint32_t kNoOldIndex = 0xFFFFFFFF;

  struct Child {
    std::string key;  // empty for an element
    Value* value;
    std::string old_key = {};  // the member's key in the old document, if it was renamed
  };

  bool IsCollection() const { return kind == Kind::kObject || kind == Kind::kArray; }
  // Returns the index of the member, or -1. The first call for a large object builds an index.
  std::ptrdiff_t Find(std::string_view key) const;
  // Returns whether the members are sorted by their keys.
  bool InOrder() const;
  // Insert, InsertInOrder, Erase and Rename change `children`, and keep the indexes for Find and InOrder up to date.
  void Insert(std::size_t at, Child child);
  // Inserts members whose keys the object does not have, each at its place in the order of keys. Precondition:
  // InOrder().
  void InsertInOrder(std::vector<Child> added);
  void Erase(std::size_t at);
  void Rename(std::size_t at, const std::string& key);
  // Discards the indexes for Find and InOrder. Must be called after any other change of `children`.
  void DiscardIndexes() {
    places.reset();
    in_order.reset();
  }

  Kind kind = Kind::kLiteral;
  bool is_new = false;                    // shares no part with the value of the old document
  bool changed = false;                   // the value, or a part of it, has changed
  std::uint32_t old_index = kNoOldIndex;  // index of an element in its list in the old document
  std::string text;                       // the unescaped string, or the JSON of another scalar
  std::vector<Child> children;
  // Path in the old document, as keys and indexes, of a value that an edit moved or copied and no edit changed. Empty
  // for other values.
  std::vector<std::string> old_path = {};
  bool was_moved = false;          // the value was moved, not copied
  bool has_renamed_child = false;  // a child is or was renamed

  mutable std::unique_ptr<MemberPlaces> places = {};  // null until Find builds it
  mutable std::optional<bool> in_order = {};          // nullopt until InOrder computes it
};

// Returns whether `a` and `b` are equal as JSON: the order of members does not matter, and 1.0 equals 1e0.
bool Equal(const Value& a, const Value& b);

// Owns values. Pointers to them are valid as long as it exists.
class Values {
 public:
  // Reads JSON into new values, whose member is_new gets the value `is_new`. If an object repeats a key, the last value
  // counts. Errors: kInvalidInput for a text that is not JSON, or has a number out of range; kLimitExceeded for more
  // than kMaxEditDepth levels.
  base::Result<Value*> Parse(std::string_view json, bool is_new);

  // Returns a copy. All values in the copy have is_new set, and no old_path.
  Value* Copy(const Value& value);

 private:
  Value* Read(json::JsonReader& in, bool is_new, int depth);
  void ReadMembers(json::JsonReader& in, bool is_new, int depth, Value& to);
  void ReadElements(json::JsonReader& in, bool is_new, int depth, Value& to);

  std::deque<Value> all_;
  bool too_deep_ = false;
};

}  // namespace structural::document
