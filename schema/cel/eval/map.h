// Functions for maps, for every representation of a map in a Value.
#pragma once

#include <optional>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Precondition of all functions in this header: the value `map` is a map.

std::int64_t MapSize(const Value& map);

// Returns the value of a key; nullopt if the map does not have the key. The keys 1, 1u and 1.0 are equal. The value of
// a HostMap's key can be an error.
std::optional<Value> MapFind(const Value& map, const Value& key, Context& context);

// Returns the key at an index below MapSize(map), in the order of insertion or, for a HostMap, in the host's order. The
// order of Go's maps is random.
Value MapKey(const Value& map, std::int64_t index, Context& context);

// A map that an expression makes.
struct MapNode {
  struct Entry {
    Value key;
    Value value;
  };

  Entry* entries = nullptr;
  std::uint32_t* slots = nullptr;  // indexed by hash: 1 + the index of the entry; null if the map has few entries
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;  // maximum number of entries; the number of slots is twice as large

  // Finds a key of the same type: 1 differs from 1u. Returns null if the map does not have the key.
  Entry* FindExact(const Value& key) const;
  // Adds an entry, or replaces the value of the entry that FindExact finds.
  void Set(const Value& key, const Value& value, base::Arena& arena);
  void Erase(const Value& key);

 private:
  static constexpr std::uint32_t kMaxUnindexedEntries = 8;

  void Grow(base::Arena& arena);
  void BuildIndex();
  std::uint32_t* SlotOf(const Value& key) const;
};

// Whether Go accepts the value as a key of a map. Go does not accept bytes, and values of some libraries.
bool IsHashable(const Value& key);

// Stops the run with Go's message for a key that is not hashable. The message differs if the key is deleted from an
// empty map.
Value StopForKey(const Value& key, bool deleted_from_empty, Context& context);

}  // namespace structural::cel::eval
