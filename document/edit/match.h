// Match: which entries of a collection's source stay, and what comes between them.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "document/edit/source.h"
#include "document/edit/value.h"

namespace structural::document {

struct Match {
  struct Kept {
    bool stays = false;
    const Value* value = nullptr;      // null: another entry has the last word about this key
    const std::string* key = nullptr;  // the new one, of a member that has another key now
  };
  struct Added {
    std::ptrdiff_t after;  // the entry that stays; -1: before the first one
    const Value::Child* child;
  };
  std::vector<Kept> kept;  // as many as entries
  std::vector<Added> added;

  // And something was there.
  bool NothingStays() const;
  // The first entry that stays. Precondition: one does.
  std::size_t First() const;
};

// Whether the node's text has nothing for the value, and is written anew.
bool MustReplace(const Source& source, const SourceNode& node, const Value& value);

// Precondition: the node is not to be replaced, and has no merges.
Match MatchEntries(const SourceNode& node, const Value& value);

// The objects that a merge takes members from, the first one counts most; nullopt: not known.
using Merged = std::optional<std::vector<const Value*>>;

// The same for a mapping with merges, given what each of its entries merges: empty for a member.
// The merges stay if the value can be told with them; members that differ come behind them.
Match MatchMerging(const SourceNode& node, const Value& value, const std::vector<Merged>& merged);

// Aliases: which aliases and merges of a document can stay as they are.
//
// An alias stays where its anchor stays and means, in the end, what the alias shall mean; so the
// same edit of both is written once, at the anchor. Elsewhere its value is written out.
//
// Borrows the source and the value. Not thread-safe.
class Aliases {
 public:
  Aliases(const Source& source, const Value& root);

  // Precondition: the node is an alias that stands for `value`.
  bool Stays(SourceId alias, const Value& value) const;
  // Whether an alias or merge in it cannot stay.
  bool IsTouched(SourceId node) const { return !touched_.empty() && touched_[node]; }

  // As MatchEntries, and MatchMerging.
  Match MatchOf(SourceId id, const Value& value) const;

 private:
  void LinkByKeys(SourceId id, const Value& value);
  void Link(SourceId id, const Value& value);
  void LinkEntries(const SourceNode& node, const Match& match);
  void LeaveAsIs(SourceId id);
  void Drop(SourceId id);
  void Touch(SourceId id);
  bool Changes(SourceId target) const;
  bool HasLostAlias(SourceId id) const;
  void AddMerged(SourceId from, Merged& to) const;
  Match MatchWithMerges(SourceId id, const Value& value) const;
  void DropLost(const SourceNode& node, const Value& value, Match& match) const;

  const Source& source_;
  // Of each node, empty where there is neither alias nor merge: whether its text stays, if only by
  // its anchor; what it means in the end, where that is known; whether an alias in it goes.
  std::vector<bool> stays_;
  std::vector<const Value*> final_;
  std::vector<bool> touched_;
};

}  // namespace structural::document
