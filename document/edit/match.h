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

}  // namespace structural::document
