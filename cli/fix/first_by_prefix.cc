#include "cli/fix/first_by_prefix.h"

#include <algorithm>
#include <limits>

namespace structural::cli {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::size_t Shared(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

FirstByPrefix::FirstByPrefix(std::vector<std::pair<std::string, std::size_t>> texts)
    : texts_(std::move(texts)), least_(2 * texts_.size(), kNone) {
  std::ranges::sort(texts_);
  const std::size_t size = texts_.size();
  for (std::size_t i = 0; i < size; ++i) least_[size + i] = texts_[i].second;
  for (std::size_t i = size; i-- > 1;) least_[i] = std::min(least_[2 * i], least_[2 * i + 1]);
}

std::size_t FirstByPrefix::LowerBound(std::string_view text) const {
  const auto found = std::ranges::lower_bound(
      texts_, text, {}, [](const auto& entry) { return std::string_view(entry.first); });
  return static_cast<std::size_t>(found - texts_.begin());
}

std::optional<std::size_t> FirstByPrefix::First(std::string_view prefix) const {
  const std::size_t first = LowerBound(prefix);
  const auto behind =
      std::partition_point(texts_.begin() + static_cast<std::ptrdiff_t>(first), texts_.end(),
                           [&](const auto& entry) { return entry.first.starts_with(prefix); });
  std::size_t least = kNone;
  std::size_t begin = first + texts_.size();
  std::size_t end = static_cast<std::size_t>(behind - texts_.begin()) + texts_.size();
  for (; begin < end; begin /= 2, end /= 2) {
    if (begin % 2 == 1) least = std::min(least, least_[begin++]);
    if (end % 2 == 1) least = std::min(least, least_[--end]);
  }
  return least == kNone ? std::nullopt : std::optional(least);
}

std::string_view FirstByPrefix::LongestShared(std::string_view text) const {
  const std::size_t at = LowerBound(text);
  std::size_t longest = 0;
  if (at < texts_.size()) longest = Shared(text, texts_[at].first);
  if (at > 0) longest = std::max(longest, Shared(text, texts_[at - 1].first));
  return text.substr(0, longest);
}

}  // namespace structural::cli
