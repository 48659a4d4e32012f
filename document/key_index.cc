#include "document/key_index.h"

namespace structural::document {
namespace {

// Up to this number of members, a linear search is as fast.
constexpr std::size_t kFewMembers = 32;
constexpr std::size_t kSlotsOfMember = 4;  // of a new table
constexpr std::size_t kMaxProbes = 32;     // slots that a member may have

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
  slots_.clear();
  ordered_.clear();
}

bool KeyIndex::Is(int place, std::size_t hash, std::string_view key) const {
  const Member& member = members_[static_cast<std::size_t>(place)];
  return member.hash == hash && std::string_view(*json_).substr(member.begin, member.key_size) == key;
}

int KeyIndex::Find(std::size_t hash, std::string_view key) const {
  if (slots_.empty()) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (Is(static_cast<int>(i), hash, key)) return static_cast<int>(i);
    }
    return -1;
  }
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    const int place = slots_[(hash + i) % slots_.size()];
    if (place < 0) return -1;
    if (Is(place, hash, key)) return place;
  }
  const auto found = ordered_.find(Wanted{hash, key});
  return found == ordered_.end() ? -1 : found->place;
}

void KeyIndex::Index(int place) {
  const Member& member = members_[static_cast<std::size_t>(place)];
  for (std::size_t i = 0; i < kMaxProbes; ++i) {
    int& slot = slots_[(member.hash + i) % slots_.size()];
    if (slot < 0) {
      slot = place;
      return;
    }
  }
  ordered_.insert({member.hash, member.begin, member.key_size, place});
}

void KeyIndex::IndexAll() {
  ordered_.clear();
  slots_.assign(members_.size() * kSlotsOfMember, -1);
  for (std::size_t i = 0; i < members_.size(); ++i) Index(static_cast<int>(i));
}

int KeyIndex::Add(const Member& member) {
  members_.push_back(member);
  const int place = static_cast<int>(members_.size()) - 1;
  if (members_.size() <= kFewMembers) return place;
  // The table is at most half full.
  2 * members_.size() > slots_.size() ? IndexAll() : Index(place);
  return place;
}

}  // namespace structural::document
