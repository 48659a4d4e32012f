// KeyIndex: the members that an object has so far, found by key.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace structural::document {

// Where a member stands in the JSON text: its key from `begin` on, its value up to `end`.
struct Member {
  std::size_t hash;
  std::uint32_t begin;
  std::uint32_t key_size;  // quotes included
  std::uint32_t end;
  bool merged;  // it came from another object
};

// Not thread-safe.
class KeyIndex {
 public:
  void Clear();

  // The place of a key that is already there; -1: none. `json` is the text that the members are in.
  int Find(std::size_t hash, std::string_view key, std::string_view json) const;
  // Precondition: there is no member of this key. Returns its place.
  int Add(const Member& member);

  Member& operator[](int place) { return members_[place]; }

 private:
  bool Is(const Member& member, std::size_t hash, std::string_view key,
          std::string_view json) const;

  std::vector<Member> members_;
  std::unordered_multimap<std::size_t, int> by_hash_;  // only of objects with many members
};

}  // namespace structural::document
