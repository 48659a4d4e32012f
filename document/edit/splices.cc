#include "document/edit/splices.h"

#include <algorithm>
#include <tuple>

namespace structural::document {

std::optional<std::string> Splices::Apply() {
  std::stable_sort(splices_.begin(), splices_.end(), [](const Splice& a, const Splice& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::string text;
  std::size_t at = 0;
  for (const Splice& splice : splices_) {
    if (splice.if_kept && splice.end <= at) continue;
    if (splice.begin < at || splice.end < splice.begin) return std::nullopt;
    text.append(text_, at, splice.begin - at).append(splice.with);
    at = splice.end;
  }
  text.append(text_.substr(at));
  return text;
}

}  // namespace structural::document
