// KeyIndex: finds the members that an object has so far by their keys.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

// The place of a member in the JSON text: its key begins at `begin`, its value ends at `end`.
struct Member {
  std::size_t hash;
  std::uint32_t begin;
  std::uint32_t key_size;  // including quotes
  std::uint32_t end;
  std::uint32_t origin;  // 0: the object itself; otherwise the number of a merge
};

// Borrows the text of the members, which may grow. Not thread-safe.
//
// A hash table of places. A member that does not find a slot near its own is in a set instead, so an operation costs at
// most the logarithm of the number of members, even if hashes collide.
class KeyIndex {
 public:
  explicit KeyIndex(const std::string& json) : json_(&json) {}

  void Clear();

  // Returns the place of the key, or -1.
  int Find(std::size_t hash, std::string_view key) const;
  // Returns the member's place. Precondition: no member has this key.
  int Add(const Member& member);

  Member& operator[](int place) { return members_[place]; }

 private:
  struct Key {
    std::size_t hash;
    std::uint32_t begin;
    std::uint32_t size;
    int place;
  };
  struct Wanted {
    std::size_t hash;
    std::string_view key;
  };
  struct Less {
    using is_transparent = void;
    bool operator()(const Key& a, const Key& b) const { return (*this)(a, Of(b)); }
    bool operator()(const Key& a, const Wanted& b) const;
    bool operator()(const Wanted& a, const Key& b) const;
    Wanted Of(const Key& key) const;
    const std::string* json;
  };

  bool Is(int place, std::size_t hash, std::string_view key) const;
  void Index(int place);
  void IndexAll();

  const std::string* json_;
  std::vector<Member> members_;
  std::vector<int> slots_;                    // places, or -1; empty for an object with few members
  std::set<Key, Less> ordered_{Less{json_}};  // members without a slot
};

}  // namespace structural::document
