#include "schema/go/letter_case.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "schema/base/utf8.h"

namespace structural::go {
namespace {

// Each step-th code point from `first` to `last` differs by `distance` from its other case.
struct Run {
  char32_t first;
  char32_t last;
  char32_t step;
  std::int32_t distance;
};

// Sorted. Written by hack/update/letter-case.
constexpr Run kLower[] = {
#include "schema/go/lower.inc"
};
constexpr Run kUpper[] = {
#include "schema/go/upper.inc"
};

char32_t OtherCase(char32_t rune, std::span<const Run> runs) {
  const auto next = std::ranges::upper_bound(runs, rune, {}, &Run::first);
  if (next == runs.begin()) return rune;
  const Run& run = *std::prev(next);
  const bool has = rune <= run.last && (rune - run.first) % run.step == 0;
  return has ? rune + static_cast<char32_t>(run.distance) : rune;
}

char32_t Lower(char32_t rune) {
  if (rune < 0x80) return rune >= 'A' && rune <= 'Z' ? rune + ('a' - 'A') : rune;
  return OtherCase(rune, kLower);
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
  for (; !text.empty(); text.remove_prefix(base::DecodeRune(text).size)) {
    base::AppendRune(Lower(base::DecodeRune(text).value), lower);
  }
  return lower;
}

char32_t ToUpper(char32_t rune) {
  if (rune < 0x80) return rune >= 'a' && rune <= 'z' ? rune - ('a' - 'A') : rune;
  return OtherCase(rune, kUpper);
}

bool EqualFold(std::string_view key, std::string_view lower) {
  for (const char wanted : lower) {
    if (key.empty()) return false;
    const base::Rune rune = base::DecodeRune(key);
    if (FoldToAscii(rune.value) != static_cast<unsigned char>(wanted)) return false;
    key.remove_prefix(rune.size);
  }
  return key.empty();
}

}  // namespace structural::go
