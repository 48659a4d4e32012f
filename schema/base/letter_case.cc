#include "schema/base/letter_case.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "schema/base/utf8.h"

namespace structural::base {
namespace {

// Every step-th code point from first to last has its lower case at a distance.
struct Run {
  char32_t first;
  char32_t last;
  char32_t step;
  std::int32_t distance;
};

// Sorted. Written by hack/update-lower.
constexpr Run kRuns[] = {
#include "schema/base/lower.inc"
};

char32_t Lower(char32_t rune) {
  if (rune < 0x80) return rune >= 'A' && rune <= 'Z' ? rune + ('a' - 'A') : rune;
  const auto* run = std::ranges::upper_bound(kRuns, rune, {}, &Run::first);
  if (run == std::begin(kRuns)) return rune;
  run = std::prev(run);
  const bool has = rune <= run->last && (rune - run->first) % run->step == 0;
  return has ? rune + static_cast<char32_t>(run->distance) : rune;
}

char32_t FoldToAscii(char32_t rune) {
  constexpr char32_t kLongS = 0x17F, kKelvin = 0x212A;
  if (rune == kLongS) return 's';
  if (rune == kKelvin) return 'k';
  return rune < 0x80 ? Lower(rune) : rune;
}

}  // namespace

std::string ToLower(std::string_view text) {
  std::string lower;
  for (; !text.empty(); text.remove_prefix(DecodeRune(text).size)) {
    AppendRune(Lower(DecodeRune(text).value), lower);
  }
  return lower;
}

bool SameBesideCase(std::string_view key, std::string_view lower) {
  for (const char wanted : lower) {
    if (key.empty()) return false;
    const Rune rune = DecodeRune(key);
    if (FoldToAscii(rune.value) != static_cast<unsigned char>(wanted)) return false;
    key.remove_prefix(rune.size);
  }
  return key.empty();
}

}  // namespace structural::base
