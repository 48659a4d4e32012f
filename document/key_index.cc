#include "document/key_index.h"

#include <tuple>

namespace structural::document {
namespace {

// Up to this number of members, a linear search is as fast.
constexpr std::size_t kFewMembers = 32;

}  // namespace

KeyIndex::Wanted KeyIndex::Less::Of(const Key& key) const {
  return {key.hash, std::string_view(*json).substr(key.begin, key.size)};
}

bool KeyIndex::Less::operator()(const Key& a, const Wanted& b) const {
  return a.hash != b.hash ? a.hash < b.hash : Of(a).key < b.key;
}

bool KeyIndex::Less::operator()(const Wanted& a, const Key& b) const {
  return a.hash != b.hash ? a.hash < b.hash : a.key < Of(b).key;
}

void KeyIndex::Clear() {
  members_.clear();
  ordered_.clear();
}

int KeyIndex::Find(std::size_t hash, std::string_view key) const {
  if (members_.size() > kFewMembers) {
    const auto found = ordered_.find(Wanted{hash, key});
    return found == ordered_.end() ? -1 : found->place;
  }
  const std::string_view json = *json_;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (member.hash == hash && json.substr(member.begin, member.key_size) == key) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

void KeyIndex::Order(int place) {
  const Member& member = members_[static_cast<std::size_t>(place)];
  ordered_.insert({member.hash, member.begin, member.key_size, place});
}

int KeyIndex::Add(const Member& member) {
  members_.push_back(member);
  const int place = static_cast<int>(members_.size()) - 1;
  if (members_.size() == kFewMembers + 1) {
    for (int i = 0; i <= place; ++i) Order(i);
  } else if (members_.size() > kFewMembers) {
    Order(place);
  }
  return place;
}

}  // namespace structural::document
