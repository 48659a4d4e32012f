#include "document/document.h"

#include <algorithm>

namespace structural::document {

Position Document::At(std::size_t offset) const {
  const auto after =
      std::upper_bound(marks.begin(), marks.end(), offset,
                       [](std::size_t value, const Mark& mark) { return value < mark.offset; });
  return after == marks.begin() ? begin : std::prev(after)->at;
}

const ImplicitlyTypedScalar* Document::ImplicitScalarAt(Position at) const {
  const auto found = std::ranges::lower_bound(implicit_scalars, at, {}, &ImplicitlyTypedScalar::at);
  return found == implicit_scalars.end() || found->at != at ? nullptr : &*found;
}

}  // namespace structural::document
