// Match: which entries of a collection's source stay, and what comes between them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "document/edit/source.h"
#include "document/edit/value.h"

namespace structural::document {

struct Match {
  struct Kept {
    bool stays = false;
    const Value* value = nullptr;  // null: another entry has the last word about this key
  };
  struct Added {
    std::ptrdiff_t after;  // the entry that stays; -1: before the first one
    const Value::Child* child;
  };
  std::vector<Kept> kept;  // as many as entries
  std::vector<Added> added;

  bool NothingStays() const;
  // The first entry that stays. Precondition: one does.
  std::size_t First() const;
};

// Both are mappings, or both are sequences.
Match MatchEntries(const SourceNode& node, const Value& value);

}  // namespace structural::document
