#include "document/key_index.h"

namespace structural::document {
namespace {

// Up to here looking at each is as fast.
constexpr std::size_t kFew = 32;

}  // namespace

void KeyIndex::Clear() {
  members_.clear();
  by_hash_.clear();
}

bool KeyIndex::Is(const Member& member, std::size_t hash, std::string_view key,
                  std::string_view json) const {
  return member.hash == hash && json.substr(member.begin, member.key_size) == key;
}

int KeyIndex::Find(std::size_t hash, std::string_view key, std::string_view json) const {
  if (members_.size() <= kFew) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (Is(members_[i], hash, key, json)) return static_cast<int>(i);
    }
    return -1;
  }
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (Is(members_[it->second], hash, key, json)) return it->second;
  }
  return -1;
}

int KeyIndex::Add(const Member& member) {
  members_.push_back(member);
  const int place = static_cast<int>(members_.size()) - 1;
  if (members_.size() == kFew + 1) {
    for (int i = 0; i <= place; ++i) by_hash_.emplace(members_[i].hash, i);
  } else if (members_.size() > kFew) {
    by_hash_.emplace(member.hash, place);
  }
  return place;
}

}  // namespace structural::document
