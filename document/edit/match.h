// Match: which entries of a mapping or list stay in the text, and which entries are added between them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "document/edit/source.h"
#include "document/edit/value.h"

namespace structural::document {

struct Match {
  struct EntryMatch {
    bool stays = false;
    const Value* value = nullptr;      // the new value; null if a later entry with the same key has it
    const std::string* key = nullptr;  // new key of a renamed member; null if the key stays
  };
  struct Added {
    // Index of the staying entry that precedes the new one; -1 if the new one is the first.
    std::ptrdiff_t after;
    const Value::Child* child;
  };
  std::vector<EntryMatch> entries;  // one element for each entry of the node
  std::vector<Added> added;

  // Returns whether the collection has entries in the text, and none of them stays.
  bool ReplacesAllEntries() const;
  // Returns the index of the first entry that stays. Precondition: at least one entry stays.
  std::size_t FirstStaying() const;
};

// Returns whether no part of the node's text can stay. The whole value must then be written again.
bool MustReplace(const Source& source, const SourceNode& node, const Value& value);

// Matches the entries of a node with its new value. Precondition: MustReplace is false for the
// node, and the node has no merges.
Match MatchEntries(const SourceNode& node, const Value& value);

// The objects from which a merge takes members. If several have the same key, the first one counts. nullopt: unknown.
using MergedObjects = std::optional<std::vector<const Value*>>;

// Matches the entries of a mapping with merges. `merged` has an element for each entry: the objects that the entry
// merges, or an empty list if the entry is a member. All merges stay if members after them can make the difference to
// the new value; otherwise none stays.
Match MatchMerging(const SourceNode& node, const Value& value, const std::vector<MergedObjects>& merged);

// Aliases: decides which aliases and merges of a document can stay as they are.
//
// An alias stays if the node with its anchor stays and has, after all edits, the value that the alias must have.
// Therefore the same edit of both is written only once, at the anchor. Any other alias is replaced by its value.
//
// Refers to the source and the value, which must outlive it. Not thread-safe.
class Aliases {
 public:
  Aliases(const Source& source, const Value& root);

  // Returns whether the alias has the value `value` if it stays. Precondition: the node is an alias.
  bool Stays(SourceId alias, const Value& value) const;
  // Returns whether the node contains an alias or merge that cannot stay.
  bool HasLostAliases(SourceId node) const { return !has_lost_alias_.empty() && has_lost_alias_[node]; }

  // Calls MatchMerging for a mapping with merges, and MatchEntries for another node. Then removes the text of members
  // with an alias that cannot stay.
  Match MatchOf(SourceId id, const Value& value) const;

 private:
  void LinkByKeys(SourceId id, const Value& value);
  void Link(SourceId id, const Value& value);
  void LinkEntries(const SourceNode& node, const Match& match);
  void MarkStaying(SourceId id);
  void MarkRemoved(SourceId id);
  void MarkLost(SourceId id);
  bool IsChangedOrRemoved(SourceId target) const;
  bool HasAliasOfChangedNode(SourceId id) const;
  void AddMerged(SourceId from, MergedObjects& to) const;
  Match MatchWithMerges(SourceId id, const Value& value) const;
  void RemoveLostMembers(const SourceNode& node, const Value& value, Match& match) const;

  const Source& source_;
  // text_stays_, final_values_ and has_lost_alias_ have an element for each node. They are empty if the text has
  // neither aliases nor merges.
  std::vector<bool> text_stays_;            // whether the node's text, or at least its anchor, stays
  std::vector<const Value*> final_values_;  // the node's value after the edits; null if unknown
  std::vector<bool> has_lost_alias_;        // whether an alias or merge in the node cannot stay
};

}  // namespace structural::document
