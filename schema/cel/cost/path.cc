#include "schema/cel/cost/path.h"

#include <algorithm>

namespace structural::cel::cost {

Path Path::Append(std::string_view name, base::Arena& arena) const {
  Path longer = *this;
  if (size_ == capacity_) {
    longer.capacity_ = capacity_ == 0 ? 1 : 2 * capacity_;
    const std::size_t bytes = longer.capacity_ * sizeof(std::string_view);
    longer.names_ = static_cast<std::string_view*>(arena.Allocate(bytes, alignof(std::string_view)));
    std::copy_n(names_, size_, longer.names_);
  }
  longer.names_[size_] = name;
  ++longer.size_;
  return longer;
}

}  // namespace structural::cel::cost
