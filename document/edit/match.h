// Match: the entries of a collection that stay in the text, and the new ones between them.
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
    const Value* value = nullptr;      // the new value; null if a later entry of the same key has it
    const std::string* key = nullptr;  // new key of a renamed member; null if the key stays
  };
  struct Added {
    // Index of the kept entry before the new one; -1: the new one is the first.
    std::ptrdiff_t after;
    const Value::Child* child;
  };
  std::vector<EntryMatch> kept;  // one element for each entry of the node
  std::vector<Added> added;

  // Returns whether the collection had entries and none stays.
  bool ReplacesAllEntries() const;
  // Returns the index of the first entry that stays. Precondition: at least one entry stays.
  std::size_t First() const;
};

// Returns whether no part of the node's text can stay, so that the value is written as a whole.
bool MustReplace(const Source& source, const SourceNode& node, const Value& value);

// Matches the entries of a node with its new value. Precondition: MustReplace is false for the
// node, and the node has no merges.
Match MatchEntries(const SourceNode& node, const Value& value);

// The objects that a merge takes members from, earlier ones take precedence; nullopt: unknown.
using Merged = std::optional<std::vector<const Value*>>;

// Matches a mapping with merges. `merged` has the objects that each entry merges, none for a
// member. The merges stay if the value can be written with them; members that differ are added
// after them.
Match MatchMerging(const SourceNode& node, const Value& value, const std::vector<Merged>& merged);

// Aliases: decides which aliases and merges of a document can stay as they are.
//
// An alias stays if its anchor stays and has, after all edits, the value that the alias must have.
// So the same edit of both is written once, at the anchor. Otherwise the value of the alias is
// written out.
//
// Borrows the source and the value. Not thread-safe.
class Aliases {
 public:
  Aliases(const Source& source, const Value& root);

  // Returns whether the alias can stay and have the value `value`.
  // Precondition: the node is an alias.
  bool Stays(SourceId alias, const Value& value) const;
  // Returns whether the node contains an alias or merge that cannot stay.
  bool HasLostAliases(SourceId node) const { return !lost_.empty() && lost_[node]; }

  // Matches the node as MatchEntries or MatchMerging does.
  Match MatchOf(SourceId id, const Value& value) const;

 private:
  void LinkByKeys(SourceId id, const Value& value);
  void Link(SourceId id, const Value& value);
  void LinkEntries(const SourceNode& node, const Match& match);
  void LeaveAsIs(SourceId id);
  void Drop(SourceId id);
  void MarkLost(SourceId id);
  bool Changes(SourceId target) const;
  bool HasLostAlias(SourceId id) const;
  void AddMerged(SourceId from, Merged& to) const;
  Match MatchWithMerges(SourceId id, const Value& value) const;
  void DropLost(const SourceNode& node, const Value& value, Match& match) const;

  const Source& source_;
  // For each node; empty if the text has neither aliases nor merges. stays_: its text stays, at
  // least in the place of its anchor. final_: its value after the edits; null: unknown. touched_:
  // an alias or merge in it cannot stay.
  std::vector<bool> stays_;
  std::vector<const Value*> final_;
  std::vector<bool> lost_;
};

}  // namespace structural::document
