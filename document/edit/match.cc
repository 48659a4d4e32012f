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
    const auto found = last.find(child.was.empty() ? child.key : child.was);
    if (found == last.end()) {
      match.added.push_back({after, &child});
      continue;
    }
    after = static_cast<std::ptrdiff_t>(found->second);
    match.kept[found->second] = {true, child.value, child.was.empty() ? nullptr : &child.key};
  }
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const std::size_t counts = last.find(node.entries[i].key)->second;
    const bool renamed = match.kept[counts].key != nullptr;
    match.kept[i].stays = match.kept[counts].stays && (i == counts || !renamed);
  }
}

void MatchElements(const Value& value, Match& match) {
  std::ptrdiff_t after = -1;
  for (const Value::Child& child : value.children) {
    const std::uint32_t origin = child.value->origin;
    if (origin >= match.kept.size()) {
      match.added.push_back({after, &child});
    } else {
      after = origin;
      match.kept[origin] = {true, child.value};
    }
  }
}

}  // namespace

bool Match::ReplacesAllEntries() const { return !kept.empty() && std::none_of(kept.begin(), kept.end(), Stays); }

std::size_t Match::First() const {
  return static_cast<std::size_t>(std::find_if(kept.begin(), kept.end(), Stays) - kept.begin());
}

bool MustReplace(const Source& source, const SourceNode& node, const Value& value) {
  if (!value.changed) return false;
  const auto kind = value.kind == Value::Kind::kObject  ? NodeKind::kMapping
                    : value.kind == Value::Kind::kArray ? NodeKind::kSequence
                                                        : NodeKind::kScalar;
  if (value.fresh || node.kind != kind) return true;
  if (node.entries.empty()) return !value.children.empty();
  return node.style == SourceNode::Style::kFlow && !source.InBrackets(node);
}

Match MatchEntries(const SourceNode& node, const Value& value) {
  Match match;
  match.kept.resize(node.entries.size());
  if (node.kind == NodeKind::kMapping) {
    MatchMembers(node, value, match);
  } else {
    MatchElements(value, match);
  }
  return match;
}

namespace {

bool HasMerge(const SourceNode& node) {
  return std::any_of(node.entries.begin(), node.entries.end(), [](const SourceEntry& entry) { return entry.merge; });
}

// Sets each added entry's position: after the last preceding entry that stays in the text.
void AttachToKeptEntries(Match& match) {
  // For each entry: the index of the last entry, up to and including this entry, that stays in the text.
  std::vector<std::ptrdiff_t> staying;
  for (const Match::EntryMatch& kept : match.kept) {
    const std::ptrdiff_t before = staying.empty() ? -1 : staying.back();
    staying.push_back(kept.stays ? std::ssize(staying) : before);
  }
  for (Match::Added& added : match.added) {
    if (added.after >= 0) added.after = staying[static_cast<std::size_t>(added.after)];
  }
}

// Returns the match for a node in which nothing changes: all entries stay, and none has a new
// value.
Match Untouched(const SourceNode& node) {
  Match match;
  match.kept.resize(node.entries.size(), {true, nullptr});
  return match;
}

}  // namespace

Aliases::Aliases(const Source& source, const Value& root) : source_(source) {
  if (!source.aliases || source.nodes.empty()) return;
  stays_.resize(source.nodes.size());
  final_.resize(source.nodes.size());
  lost_.resize(source.nodes.size());
  LinkByKeys(0, root);
  Link(0, root);
}

// Sets stays_ and final_ as far as keys and indexes determine them. Later decisions on an alias or
// merge assume that this is correct for the earlier entries of the same collection.
void Aliases::LinkByKeys(SourceId id, const Value& value) {
  const SourceNode& node = source_.nodes[id];
  stays_[id] = true;
  final_[id] = &value;
  if (!node.IsCollection() || MustReplace(source_, node, value)) return;
  const Match match = MatchEntries(node, value);
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (!match.kept[i].stays && !entry.merge) continue;
    if (entry.key_node != kNoSource) stays_[entry.key_node] = true;
    const Value* const child = match.kept[i].value;
    child != nullptr ? LinkByKeys(entry.value, *child) : LeaveAsIs(entry.value);
  }
}

// Marks the node and all nodes around it.
void Aliases::MarkLost(SourceId id) {
  for (; id != kNoSource && !lost_[id]; id = source_.nodes[id].parent) lost_[id] = true;
}

bool Aliases::Changes(SourceId target) const {
  return !stays_[target] || (final_[target] != nullptr && final_[target]->changed);
}

bool Aliases::Stays(SourceId alias, const Value& value) const {
  const SourceId target = source_.nodes[alias].target;
  if (!Changes(target)) {
    return !value.changed || (final_[target] != nullptr && Equal(value, *final_[target]));
  }
  return stays_[target] && final_[target] != nullptr && Equal(value, *final_[target]);
}

// Visits nodes in the order of the text, because an anchor precedes its aliases.
void Aliases::Link(SourceId id, const Value& value) {
  const SourceNode& node = source_.nodes[id];
  stays_[id] = true;
  final_[id] = &value;
  if (node.kind == NodeKind::kAlias) {
    if (!Stays(id, value)) MarkLost(id);
    return;
  }
  if (!node.IsCollection() || MustReplace(source_, node, value)) return;
  const Match match = MatchOf(id, value);
  LinkEntries(node, match);
  const bool differs = !match.added.empty() || std::any_of(match.kept.begin(), match.kept.end(),
                                                           [](const Match::EntryMatch& kept) { return !kept.stays; });
  if (differs) MarkLost(id);
}

void Aliases::LinkEntries(const SourceNode& node, const Match& match) {
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (entry.key_node != kNoSource) stays_[entry.key_node] = match.kept[i].stays;
    if (!match.kept[i].stays) {
      Drop(entry.value);
      continue;
    }
    const Value* const value = match.kept[i].value;
    value != nullptr ? Link(entry.value, *value) : LeaveAsIs(entry.value);
  }
}

void Aliases::LeaveAsIs(SourceId id) {
  stays_[id] = true;
  for (const SourceEntry& entry : source_.nodes[id].entries) {
    if (entry.key_node != kNoSource) stays_[entry.key_node] = true;
    LeaveAsIs(entry.value);
  }
}

void Aliases::Drop(SourceId id) {
  stays_[id] = false;
  for (const SourceEntry& entry : source_.nodes[id].entries) {
    if (entry.key_node != kNoSource) stays_[entry.key_node] = false;
    Drop(entry.value);
  }
}

// Adds the objects that a merge takes members from, by an alias or a list of aliases. If the
// merge itself contains an object, `to` becomes nullopt.
void Aliases::AddMerged(SourceId from, Merged& to) const {
  const SourceNode& node = source_.nodes[from];
  if (node.kind == NodeKind::kAlias) {
    const Value* const value = final_[node.target];
    if (!stays_[node.target] || value == nullptr) return to.reset();
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
bool Aliases::HasLostAlias(SourceId id) const {
  const SourceNode& node = source_.nodes[id];
  if (node.kind == NodeKind::kAlias) return Changes(node.target);
  return std::any_of(node.entries.begin(), node.entries.end(), [&](const SourceEntry& entry) {
    return HasLostAlias(entry.value) || (entry.key_node != kNoSource && HasLostAlias(entry.key_node));
  });
}

Match Aliases::MatchWithMerges(SourceId id, const Value& value) const {
  const SourceNode& node = source_.nodes[id];
  std::vector<Merged> merged;
  bool known = true;
  for (const SourceEntry& entry : node.entries) {
    merged.emplace_back(std::in_place);
    if (entry.merge) AddMerged(entry.value, merged.back());
    known = known && merged.back();
  }
  if (!known && !value.changed && !HasLostAlias(id)) return Untouched(node);
  return MatchMerging(node, value, merged);
}

// Removes members that contain an alias of a changed node. If the member's key is such an alias, the member is written
// again with its value. If a later member has the same key, the member has no effect, and is removed with its aliases.
void Aliases::DropLost(const SourceNode& node, const Value& value, Match& match) const {
  std::unordered_map<const Value*, const Value::Child*> children;
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    Match::EntryMatch& kept = match.kept[i];
    if (!kept.stays || entry.merge) continue;
    const bool lost = HasLostAlias(entry.key_node) || (kept.value == nullptr && HasLostAlias(entry.value));
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
  if (stays_.empty() || node.kind != NodeKind::kMapping) return MatchEntries(node, value);
  Match match = HasMerge(node) ? MatchWithMerges(id, value) : MatchEntries(node, value);
  DropLost(node, value, match);
  return match;
}

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
  // For each key: the value that the merges give it.
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
