#include <algorithm>
#include <unordered_map>

#include "document/edit/match.h"

namespace structural::document {
namespace {

class Merging {
 public:
  Merging(const SourceNode& node, const Value& value, const std::vector<Merged>& merged)
      : node_(node), value_(value), merged_(merged) {
    match_.kept.resize(node.entries.size());
  }

  Match Take() {
    ReadEntries();
    const bool stay = MergesCanStay();
    KeepEntries(stay);
    last_ = static_cast<std::ptrdiff_t>(match_.kept.size()) - 1;
    while (last_ >= 0 && !match_.kept[static_cast<std::size_t>(last_)].stays) --last_;
    for (const Value::Child& child : value_.children) AddWhereMissing(child, stay);
    return std::move(match_);
  }

 private:
  struct FromMerge {
    const Value* value;
    std::size_t entry;
  };

  void ReadEntries();
  bool MergesCanStay() const;
  bool IsHidden(std::size_t entry) const;
  void KeepEntries(bool merges);
  void AddWhereMissing(const Value::Child& child, bool merges);
  const Value* Find(std::string_view key) const {
    const auto at = value_.Find(key);
    return at < 0 ? nullptr : value_.children[static_cast<std::size_t>(at)].value;
  }

  const SourceNode& node_;
  const Value& value_;
  const std::vector<Merged>& merged_;
  // For each key: index of its last entry.
  std::unordered_map<std::string_view, std::size_t> members_;
  // For each key: the value from a merge that counts.
  std::unordered_map<std::string_view, FromMerge> from_merges_;
  bool known_ = true;
  std::ptrdiff_t last_ = -1;  // index of the last entry that stays
  Match match_;
};

void Merging::ReadEntries() {
  for (std::size_t i = 0; i < node_.entries.size(); ++i) {
    if (!node_.entries[i].merge) {
      members_[node_.entries[i].key] = i;
    } else if (!merged_[i]) {
      known_ = false;
    } else {
      for (auto object = merged_[i]->rbegin(); object != merged_[i]->rend(); ++object) {
        for (const auto& child : (*object)->children) from_merges_[child.key] = {child.value, i};
      }
    }
  }
}

// Returns whether a later merge replaces the member.
bool Merging::IsHidden(std::size_t entry) const {
  const auto found = from_merges_.find(node_.entries[entry].key);
  return found != from_merges_.end() && found->second.entry > entry;
}

// Returns whether the merges add only members of the new value, and hide none of its members by
// another value.
bool Merging::MergesCanStay() const {
  return known_ && std::all_of(from_merges_.begin(), from_merges_.end(), [&](const auto& from) {
           const Value* const wanted = Find(from.first);
           const auto member = members_.find(from.first);
           if (member == members_.end()) return wanted != nullptr;
           if (!IsHidden(member->second)) return wanted != nullptr;
           return wanted != nullptr && Equal(*wanted, *from.second.value);
         });
}

void Merging::KeepEntries(bool merges) {
  for (std::size_t i = 0; i < node_.entries.size(); ++i) {
    const SourceEntry& entry = node_.entries[i];
    if (entry.merge) {
      match_.kept[i].stays = merges;
      continue;
    }
    const Value* const wanted = Find(entry.key);
    const std::size_t last = members_.find(entry.key)->second;
    const bool hidden = IsHidden(last);
    match_.kept[i].stays = wanted != nullptr && (merges || !hidden);
    if (i == last && match_.kept[i].stays && !hidden) match_.kept[i].value = wanted;
  }
}

void Merging::AddWhereMissing(const Value::Child& child, bool merges) {
  const auto member = members_.find(child.key);
  const auto from = from_merges_.find(child.key);
  if (member != members_.end() && match_.kept[member->second].stays) return;
  if (merges && from != from_merges_.end() && Equal(*child.value, *from->second.value)) return;
  match_.added.push_back({last_, &child});
}

}  // namespace

Match MatchMerging(const SourceNode& node, const Value& value, const std::vector<Merged>& merged) {
  return Merging(node, value, merged).Take();
}

}  // namespace structural::document
