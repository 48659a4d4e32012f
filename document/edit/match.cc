#include "document/edit/match.h"

#include <algorithm>
#include <unordered_map>

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;

bool Stays(const Match::EntryMatch& kept) { return kept.stays; }

// Index of the last entry of each key.
using LastEntries = std::unordered_map<std::string_view, std::size_t>;

LastEntries ByKey(const SourceNode& node) {
  LastEntries last;
  for (std::size_t i = 0; i < node.entries.size(); ++i) last[node.entries[i].key] = i;
  return last;
}

void MatchMembers(const SourceNode& node, const Value& value, Match& match) {
  const LastEntries last = ByKey(node);
  std::ptrdiff_t after = -1;
  for (const Value::Child& child : value.children) {
    const auto found = last.find(child.old_key.empty() ? child.key : child.old_key);
    if (found == last.end()) {
      match.added.push_back({after, &child});
      continue;
    }
    after = static_cast<std::ptrdiff_t>(found->second);
    match.entries[found->second] = {true, child.value, child.old_key.empty() ? nullptr : &child.key};
  }
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const std::size_t counts = last.find(node.entries[i].key)->second;
    const bool renamed = match.entries[counts].key != nullptr;
    match.entries[i].stays = match.entries[counts].stays && (i == counts || !renamed);
  }
}

void MatchElements(const Value& value, Match& match) {
  std::ptrdiff_t after = -1;
  for (const Value::Child& child : value.children) {
    const std::uint32_t old_index = child.value->old_index;
    if (old_index >= match.entries.size()) {
      match.added.push_back({after, &child});
    } else {
      after = old_index;
      match.entries[old_index] = {true, child.value};
    }
  }
}

}  // namespace

bool Match::ReplacesAllEntries() const {
  return !entries.empty() && std::none_of(entries.begin(), entries.end(), Stays);
}

std::size_t Match::FirstStaying() const {
  return static_cast<std::size_t>(std::find_if(entries.begin(), entries.end(), Stays) - entries.begin());
}

bool MustReplace(const Source& source, const SourceNode& node, const Value& value) {
  if (!value.changed) return false;
  const auto kind = value.kind == Value::Kind::kObject  ? NodeKind::kMapping
                    : value.kind == Value::Kind::kArray ? NodeKind::kSequence
                                                        : NodeKind::kScalar;
  if (value.is_new || node.kind != kind) return true;
  if (node.entries.empty()) return !value.children.empty();
  return node.style == SourceNode::Style::kFlow && !source.InBrackets(node);
}

Match MatchEntries(const SourceNode& node, const Value& value) {
  Match match;
  match.entries.resize(node.entries.size());
  if (node.kind == NodeKind::kMapping) {
    MatchMembers(node, value, match);
  } else {
    MatchElements(value, match);
  }
  return match;
}

namespace {

bool HasMerge(const SourceNode& node) {
  return std::any_of(node.entries.begin(), node.entries.end(), [](const SourceEntry& entry) { return entry.is_merge; });
}

// Moves the position of each added entry back to the nearest preceding entry that stays in the text.
void AttachToKeptEntries(Match& match) {
  // staying[i] is the index of the last staying entry among the entries 0 to i; -1 if none of them stays.
  std::vector<std::ptrdiff_t> staying;
  for (const Match::EntryMatch& kept : match.entries) {
    const std::ptrdiff_t before = staying.empty() ? -1 : staying.back();
    staying.push_back(kept.stays ? std::ssize(staying) : before);
  }
  for (Match::Added& added : match.added) {
    if (added.after >= 0) added.after = staying[static_cast<std::size_t>(added.after)];
  }
}

// Returns a match in which all entries stay, and none has a new value.
Match Untouched(const SourceNode& node) {
  Match match;
  match.entries.resize(node.entries.size(), {true, nullptr});
  return match;
}

}  // namespace

Aliases::Aliases(const Source& source, const Value& root) : source_(source) {
  if (!source.has_aliases || source.nodes.empty()) return;
  text_stays_.resize(source.nodes.size());
  final_values_.resize(source.nodes.size());
  has_lost_alias_.resize(source.nodes.size());
  LinkByKeys(0, root);
  Link(0, root);
}

// Sets text_stays_ and final_values_ for the node and the nodes in it, by keys and indexes only: merges are ignored.
// Link corrects the result in a second pass. Its decision on an alias uses the values of the nodes before the alias.
void Aliases::LinkByKeys(SourceId id, const Value& value) {
  const SourceNode& node = source_.nodes[id];
  text_stays_[id] = true;
  final_values_[id] = &value;
  if (!node.IsCollection() || MustReplace(source_, node, value)) return;
  const Match match = MatchEntries(node, value);
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (!match.entries[i].stays && !entry.is_merge) continue;
    if (entry.key_node != kNoSource) text_stays_[entry.key_node] = true;
    const Value* const child = match.entries[i].value;
    child != nullptr ? LinkByKeys(entry.value, *child) : MarkStaying(entry.value);
  }
}

// Records that the node, and each node that contains it, has an alias or merge that cannot stay.
void Aliases::MarkLost(SourceId id) {
  for (; id != kNoSource && !has_lost_alias_[id]; id = source_.nodes[id].parent) has_lost_alias_[id] = true;
}

bool Aliases::IsChangedOrRemoved(SourceId target) const {
  return !text_stays_[target] || (final_values_[target] != nullptr && final_values_[target]->changed);
}

bool Aliases::Stays(SourceId alias, const Value& value) const {
  const SourceId target = source_.nodes[alias].target;
  if (!IsChangedOrRemoved(target)) {
    return !value.changed || (final_values_[target] != nullptr && Equal(value, *final_values_[target]));
  }
  return text_stays_[target] && final_values_[target] != nullptr && Equal(value, *final_values_[target]);
}

// Decides whether the texts of the node and of the nodes in it stay. `value` is the node's value after the edits.
// Visits nodes in the order of the text, because an anchor precedes its aliases.
void Aliases::Link(SourceId id, const Value& value) {
  const SourceNode& node = source_.nodes[id];
  text_stays_[id] = true;
  final_values_[id] = &value;
  if (node.kind == NodeKind::kAlias) {
    if (!Stays(id, value)) MarkLost(id);
    return;
  }
  if (!node.IsCollection() || MustReplace(source_, node, value)) return;
  const Match match = MatchOf(id, value);
  LinkEntries(node, match);
  const bool differs = !match.added.empty() || std::any_of(match.entries.begin(), match.entries.end(),
                                                           [](const Match::EntryMatch& kept) { return !kept.stays; });
  if (differs) MarkLost(id);
}

void Aliases::LinkEntries(const SourceNode& node, const Match& match) {
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (entry.key_node != kNoSource) text_stays_[entry.key_node] = match.entries[i].stays;
    if (!match.entries[i].stays) {
      MarkRemoved(entry.value);
      continue;
    }
    const Value* const value = match.entries[i].value;
    value != nullptr ? Link(entry.value, *value) : MarkStaying(entry.value);
  }
}

void Aliases::MarkStaying(SourceId id) {
  text_stays_[id] = true;
  for (const SourceEntry& entry : source_.nodes[id].entries) {
    if (entry.key_node != kNoSource) text_stays_[entry.key_node] = true;
    MarkStaying(entry.value);
  }
}

void Aliases::MarkRemoved(SourceId id) {
  text_stays_[id] = false;
  for (const SourceEntry& entry : source_.nodes[id].entries) {
    if (entry.key_node != kNoSource) text_stays_[entry.key_node] = false;
    MarkRemoved(entry.value);
  }
}

// Adds the objects to which a merge refers, by an alias or a list of aliases. `to` becomes nullopt if the merge
// contains something else than aliases, or if the value of an alias is unknown or not an object.
void Aliases::AddMerged(SourceId from, MergedObjects& to) const {
  const SourceNode& node = source_.nodes[from];
  if (node.kind == NodeKind::kAlias) {
    const Value* const value = final_values_[node.target];
    if (!text_stays_[node.target] || value == nullptr) return to.reset();
    if (value->kind != Value::Kind::kObject) return to.reset();
    to->push_back(value);
  } else if (node.kind == NodeKind::kSequence) {
    for (const SourceEntry& entry : node.entries) {
      if (to) AddMerged(entry.value, to);
    }
  } else {
    to.reset();
  }
}

// Returns whether the node contains an alias of a node that changes.
bool Aliases::HasAliasOfChangedNode(SourceId id) const {
  const SourceNode& node = source_.nodes[id];
  if (node.kind == NodeKind::kAlias) return IsChangedOrRemoved(node.target);
  return std::any_of(node.entries.begin(), node.entries.end(), [&](const SourceEntry& entry) {
    return HasAliasOfChangedNode(entry.value) || (entry.key_node != kNoSource && HasAliasOfChangedNode(entry.key_node));
  });
}

Match Aliases::MatchWithMerges(SourceId id, const Value& value) const {
  const SourceNode& node = source_.nodes[id];
  std::vector<MergedObjects> merged;
  bool known = true;
  for (const SourceEntry& entry : node.entries) {
    merged.emplace_back(std::in_place);
    if (entry.is_merge) AddMerged(entry.value, merged.back());
    known = known && merged.back();
  }
  if (!known && !value.changed && !HasAliasOfChangedNode(id)) return Untouched(node);
  return MatchMerging(node, value, merged);
}

// Removes the text of each member whose key is an alias of a changed node, and adds the member again with the key
// written out. Also removes a member whose value contains such an alias, if a later member has the same key.
void Aliases::RemoveLostMembers(const SourceNode& node, const Value& value, Match& match) const {
  std::unordered_map<const Value*, const Value::Child*> children;
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    Match::EntryMatch& kept = match.entries[i];
    if (!kept.stays || entry.is_merge) continue;
    const bool lost =
        HasAliasOfChangedNode(entry.key_node) || (kept.value == nullptr && HasAliasOfChangedNode(entry.value));
    if (!lost) continue;
    kept.stays = false;
    if (kept.value == nullptr) continue;
    if (children.empty()) {
      for (const Value::Child& child : value.children) children.emplace(child.value, &child);
    }
    match.added.push_back({static_cast<std::ptrdiff_t>(i), children.at(kept.value)});
    kept.value = nullptr;
  }
  AttachToKeptEntries(match);
}

Match Aliases::MatchOf(SourceId id, const Value& value) const {
  const SourceNode& node = source_.nodes[id];
  if (text_stays_.empty() || node.kind != NodeKind::kMapping) return MatchEntries(node, value);
  Match match = HasMerge(node) ? MatchWithMerges(id, value) : MatchEntries(node, value);
  RemoveLostMembers(node, value, match);
  return match;
}

namespace {

class Merging {
 public:
  Merging(const SourceNode& node, const Value& value, const std::vector<MergedObjects>& merged)
      : node_(node), value_(value), merged_(merged) {
    match_.entries.resize(node.entries.size());
  }

  Match Take() {
    ReadEntries();
    const bool stay = MergesCanStay();
    KeepEntries(stay);
    last_ = static_cast<std::ptrdiff_t>(match_.entries.size()) - 1;
    while (last_ >= 0 && !match_.entries[static_cast<std::size_t>(last_)].stays) --last_;
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
  const std::vector<MergedObjects>& merged_;
  std::unordered_map<std::string_view, std::size_t> members_;    // by key: index of its last entry
  std::unordered_map<std::string_view, FromMerge> from_merges_;  // by key: the value that the merges set
  bool known_ = true;
  std::ptrdiff_t last_ = -1;  // index of the last entry that stays
  Match match_;
};

void Merging::ReadEntries() {
  for (std::size_t i = 0; i < node_.entries.size(); ++i) {
    if (!node_.entries[i].is_merge) {
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

// Returns whether a merge after the member sets the same key, and so replaces the member's value.
bool Merging::IsHidden(std::size_t entry) const {
  const auto found = from_merges_.find(node_.entries[entry].key);
  return found != from_merges_.end() && found->second.entry > entry;
}

// Returns whether the new value has every key that the merges set, and no merge replaces a member by another value.
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
    if (entry.is_merge) {
      match_.entries[i].stays = merges;
      continue;
    }
    const Value* const wanted = Find(entry.key);
    const std::size_t last = members_.find(entry.key)->second;
    const bool hidden = IsHidden(last);
    match_.entries[i].stays = wanted != nullptr && (merges || !hidden);
    if (i == last && match_.entries[i].stays && !hidden) match_.entries[i].value = wanted;
  }
}

void Merging::AddWhereMissing(const Value::Child& child, bool merges) {
  const auto member = members_.find(child.key);
  const auto from = from_merges_.find(child.key);
  if (member != members_.end() && match_.entries[member->second].stays) return;
  if (merges && from != from_merges_.end() && Equal(*child.value, *from->second.value)) return;
  match_.added.push_back({last_, &child});
}

}  // namespace

Match MatchMerging(const SourceNode& node, const Value& value, const std::vector<MergedObjects>& merged) {
  return Merging(node, value, merged).Take();
}

}  // namespace structural::document
