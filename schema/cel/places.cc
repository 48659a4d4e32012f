#include "schema/cel/places.h"

namespace structural::cel {

std::int64_t NodePositions::Add(Offset offset) {
  offsets_.push_back(offset);
  return last();
}

void NodePositions::Remove(std::int64_t id) {
  if (!Has(id)) return;
  if (id == last()) {
    offsets_.pop_back();
  } else {
    offsets_[id - 1] = kRemoved;
  }
}

bool NodePositions::Has(std::int64_t id) const { return id >= 1 && id <= last() && offsets_[id - 1] != kRemoved; }

Offset NodePositions::Find(std::int64_t id) const { return Has(id) ? offsets_[id - 1] : kNowhere; }

Location NodePositions::Locate(std::int64_t id, const Source& source) const {
  return Has(id) ? source.Locate(offsets_[id - 1]) : kNoLocation;
}

}  // namespace structural::cel
