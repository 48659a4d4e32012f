#include "schema/go/duration.h"

#include <limits>

#include "schema/base/utf8.h"

namespace structural::go {
namespace {

using base::IsDigit;

struct Unit {
  std::string_view name;
  std::uint64_t nanoseconds;
};

constexpr Unit kUnits[] = {
    {"ns", 1},         {"us", 1'000},        {"\u00b5s", 1'000},    {"\u03bcs", 1'000},
    {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000}, {"h", 3'600'000'000'000},
};

constexpr std::uint64_t kMax = std::uint64_t{1} << 63;

// Reads the digits before the decimal point. Returns false if the number is too large.
bool ReadWhole(std::string_view& text, std::uint64_t& value) {
  for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1)) {
    if (value > kMax / 10) return false;
    value = value * 10 + static_cast<std::uint64_t>(text[0] - '0');
    if (value > kMax) return false;
  }
  return true;
}

// Reads the digits after the decimal point. The fraction is value / scale. Ignores digits beyond the precision of
// `value`.
void ReadFraction(std::string_view& text, std::uint64_t& value, double& scale) {
  constexpr std::uint64_t kMaxFraction = kMax - 1;
  bool overflow = false;
  for (; !text.empty() && IsDigit(text[0]); text.remove_prefix(1)) {
    if (overflow) continue;
    const std::uint64_t next = value * 10 + static_cast<std::uint64_t>(text[0] - '0');
    overflow = value > kMaxFraction / 10 || next > kMax;
    if (overflow) continue;
    value = next;
    scale *= 10;
  }
}

std::uint64_t TakeUnit(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != '.' && !IsDigit(text[end])) ++end;
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return unit.nanoseconds;
  }
  return 0;
}

// Reads one number with its unit, such as "1h", and adds it to `sum`. Returns false if the text is not valid.
bool TakePart(std::string_view& text, std::uint64_t& sum) {
  std::uint64_t whole = 0, fraction = 0;
  double scale = 1;
  const std::size_t start = text.size();
  if (!ReadWhole(text, whole)) return false;
  bool digits = text.size() < start;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::size_t after_point = text.size();
    ReadFraction(text, fraction, scale);
    digits = digits || text.size() < after_point;
  }
  const std::uint64_t unit = digits ? TakeUnit(text) : 0;
  if (unit == 0 || whole > kMax / unit) return false;
  whole *= unit;
  if (fraction > 0) {
    whole += static_cast<std::uint64_t>(static_cast<double>(fraction) * (static_cast<double>(unit) / scale));
  }
  sum += whole;
  return whole <= kMax && sum <= kMax;
}

}  // namespace

std::optional<std::int64_t> ParseDuration(std::string_view text) {
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  if (text == "0") return 0;
  if (text.empty()) return std::nullopt;
  std::uint64_t sum = 0;
  while (!text.empty()) {
    if (!TakePart(text, sum)) return std::nullopt;
  }
  if (minus) return static_cast<std::int64_t>(~sum + 1);
  if (sum == kMax) return std::nullopt;
  return static_cast<std::int64_t>(sum);
}

}  // namespace structural::go
