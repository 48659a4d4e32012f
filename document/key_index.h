// KeyIndex: the members that an object has so far, found by key.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace structural::document {

// Where a member stands in the JSON text: its key from `begin` on, its value up to `end`.
struct Member {
  std::size_t hash;
  std::uint32_t begin;
  std::uint32_t key_size;  // quotes included
  std::uint32_t end;
  std::uint32_t origin;  // 0: the object itself; else the number of a merge
};

// Borrows the text that the members are in, which may grow. A key costs the logarithm of their
// number, whatever the hashes. Not thread-safe.
class KeyIndex {
 public:
  explicit KeyIndex(const std::string& json) : json_(&json) {}

  void Clear();

  // The place of a key that is already there; -1: none.
  int Find(std::size_t hash, std::string_view key) const;
  // Precondition: there is no member of this key. Returns its place.
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

  void Order(int place);

  const std::string* json_;
  std::vector<Member> members_;
  std::set<Key, Less> ordered_{Less{json_}};  // only of objects with many members
};

}  // namespace structural::document
