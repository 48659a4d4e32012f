#include "schema/cel/places.h"

namespace structural::cel {

std::int64_t Places::Add(Offset offset) {
  offsets_.push_back(offset);
  return last();
}

void Places::Remove(std::int64_t id) {
  if (!Has(id)) return;
  if (id == last()) {
    offsets_.pop_back();
  } else {
    offsets_[id - 1] = kRemoved;
  }
}

bool Places::Has(std::int64_t id) const {
  return id >= 1 && id <= last() && offsets_[id - 1] != kRemoved;
}

Offset Places::Find(std::int64_t id) const { return Has(id) ? offsets_[id - 1] : kNowhere; }

Location Places::Locate(std::int64_t id, const Source& source) const {
  return Has(id) ? source.Locate(offsets_[id - 1]) : kNoLocation;
}

}  // namespace structural::cel
