// Aliases: which aliases and merges of a document can stay as they are.
//
// An alias stays where its anchor stays and means, in the end, what the alias shall mean; so the
// same edit of both is written once, at the anchor. Elsewhere its value is written out.
//
// Borrows the source and the value. Not thread-safe.
#pragma once

#include <vector>

#include "document/edit/match.h"

namespace structural::document {

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
