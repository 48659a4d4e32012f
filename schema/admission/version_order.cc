#include "schema/admission/version_order.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace structural::admission {
namespace {

// The parts of a version in the order of their significance.
struct KubeVersion {
  int stability = 2;  // 0: alpha, 1: beta, 2: stable
  std::int64_t major = 0;
  std::int64_t minor = 0;
  auto operator<=>(const KubeVersion&) const = default;
};

bool TakeNumber(std::string_view& text, std::int64_t& number) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(end - text.data());
  return error == std::errc();
}

std::optional<KubeVersion> Parse(std::string_view text) {
  KubeVersion version;
  if (!text.starts_with('v')) return std::nullopt;
  text.remove_prefix(1);
  if (!TakeNumber(text, version.major)) return std::nullopt;
  if (text.empty()) return version;
  for (const auto& [name, stability] : {std::pair{"alpha", 0}, std::pair{"beta", 1}}) {
    if (!text.starts_with(name)) continue;
    text.remove_prefix(std::string_view(name).size());
    version.stability = stability;
    const bool complete = TakeNumber(text, version.minor) && text.empty();
    return complete ? std::optional(version) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

int CompareVersions(std::string_view a, std::string_view b) {
  const auto first = Parse(a), second = Parse(b);
  if (!first && !second) return b.compare(a);
  if (!first || !second) return first ? 1 : -1;
  return *first < *second ? -1 : *first > *second;
}

}  // namespace structural::admission
