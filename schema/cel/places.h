// The positions of an expression's nodes in the source, by id.
//
// Upstream: cel-go common/ast SourceInfo, parser/helper.go (v0.29.2).
#pragma once

#include <cstdint>
#include <vector>

#include "schema/cel/source.h"

namespace structural::cel {

// Allocates ids, from 1. A value type.
class NodePositions {
 public:
  // Returns a new id for a node at that position.
  std::int64_t Add(Offset offset);

  // Frees an id. If it is the last one, it is allocated again.
  void Remove(std::int64_t id);

  // Returns the position of a node; kNowhere if the id is unknown or has no position.
  Offset Find(std::int64_t id) const;
  bool Has(std::int64_t id) const;

  // Returns kNoLocation if the id is unknown.
  Location Locate(std::int64_t id, const Source& source) const;

  std::int64_t last() const { return static_cast<std::int64_t>(offsets_.size()); }

 private:
  static constexpr Offset kRemoved = -2;

  std::vector<Offset> offsets_;
};

}  // namespace structural::cel
