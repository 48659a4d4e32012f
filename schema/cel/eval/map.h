// Maps, whatever they are held as.
#pragma once

#include <optional>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Precondition of all: the value is a map.

std::int64_t MapSize(const Value& map);

// nullopt where there is no such key; 1, 1u and 1.0 are the same one. A value of data of others may
// be an error.
std::optional<Value> MapFind(const Value& map, const Value& key, Context& context);

// The key at a place, as many as MapSize(map): in the order in which an expression made them, or in
// that of data of others. Go's order is random.
Value MapKey(const Value& map, std::int64_t index, Context& context);

// A map that an expression makes.
struct MapNode {
  struct Entry {
    Value key;
    Value value;
  };

  Entry* entries = nullptr;
  std::uint32_t* slots = nullptr;  // by hash: 1 + index of the entry; null for few entries
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;  // of entries; there are twice as many slots

  // By the very key: 1 is not 1u. Null where there is none.
  Entry* FindExact(const Value& key) const;
  void Set(const Value& key, const Value& value, base::Arena& arena);
  void Erase(const Value& key);

 private:
  static constexpr std::uint32_t kFew = 8;

  void Grow(base::Arena& arena);
  void Index();
  std::uint32_t* SlotOf(const Value& key) const;
};

// Whether Go takes it for a key of a map; bytes and some values of libraries it does not.
bool IsHashable(const Value& key);

// Stops the run as Go does for such a key; it has other words where one is to be deleted from an
// empty map.
Value StopForKey(const Value& key, bool deleted_from_empty, Context& context);

// The same key to Go.
bool SameKey(const Value& a, const Value& b);
std::uint64_t HashOfKey(const Value& key);

}  // namespace structural::cel::eval
