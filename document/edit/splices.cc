#include "document/edit/splices.h"

#include <algorithm>
#include <tuple>

namespace structural::document {

std::optional<std::vector<Splices::Splice>> Splices::Take() {
  std::stable_sort(splices_.begin(), splices_.end(), [](const Splice& a, const Splice& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::vector<Splice> taken;
  std::size_t at = 0;
  for (Splice& splice : splices_) {
    if (splice.if_kept && splice.end <= at) continue;
    if (splice.begin < at || splice.end < splice.begin) return std::nullopt;
    at = splice.end;
    if (splice.begin < splice.end || !splice.with.empty()) taken.push_back(std::move(splice));
  }
  return taken;
}

}  // namespace structural::document
