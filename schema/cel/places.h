// Where the parts of an expression are in the source, by their ids.
//
// Upstream: cel-go common/ast SourceInfo, parser/helper.go (v0.29.2).
#pragma once

#include <cstdint>
#include <vector>

#include "schema/cel/source.h"

namespace structural::cel {

// Gives ids, from 1 on. A value.
class Places {
 public:
  // A new id for what starts there.
  std::int64_t Add(Offset offset);

  // The id is no part's any more. If it was the last one, it is given again.
  void Remove(std::int64_t id);

  // Where it starts; kNowhere where the id is none, or has no place.
  Offset Find(std::int64_t id) const;
  bool Has(std::int64_t id) const;

  // kNoLocation where the id is none.
  Location Locate(std::int64_t id, const Source& source) const;

  std::int64_t last() const { return static_cast<std::int64_t>(offsets_.size()); }

 private:
  static constexpr Offset kRemoved = -2;

  std::vector<Offset> offsets_;
};

}  // namespace structural::cel
