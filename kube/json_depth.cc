#include "kube/json_depth.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace structural::kube {
namespace {

constexpr std::size_t kBlock = 64;

#ifdef __SSE2__
// One bit for each byte of the block, the first byte's is the lowest.
struct Bits {
  std::uint64_t quote = 0, backslash = 0, open = 0, close = 0;
};

std::uint64_t Where(__m128i bytes, char c) {
  return static_cast<std::uint16_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))));
}

Bits BitsOf(const char* block) {
  Bits bits;
  for (int i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block) + i);
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8('{' ^ '['));  // both kinds at once
    bits.quote |= Where(bytes, '"') << (16 * i);
    bits.backslash |= Where(bytes, '\\') << (16 * i);
    bits.open |= Where(folded, '{') << (16 * i);
    bits.close |= Where(folded, '}') << (16 * i);
  }
  return bits;
}

// Each bit becomes the parity of the bits up to and with it.
std::uint64_t Parity(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}
#endif

}  // namespace

// False, and nothing is taken, where it takes a look at each byte: the end may be in this block.
bool JsonDepth::TakeBlock([[maybe_unused]] const char* block, [[maybe_unused]] int floor) {
#ifdef __SSE2__
  if (escaped_) return false;
  const Bits bits = BitsOf(block);
  if (bits.backslash != 0) return false;
  const std::uint64_t within = Parity(bits.quote) ^ (in_string_ ? ~std::uint64_t{0} : 0);
  const int closed = std::popcount(bits.close & ~within);
  if (depth_ - closed <= floor) return false;
  depth_ += std::popcount(bits.open & ~within) - closed;
  in_string_ = (within >> 63) != 0;
  return true;
#else
  return false;
#endif
}

std::size_t JsonDepth::TakeUntil(std::string_view bytes, int floor) {
  std::size_t used = 0;
  do {
    if (bytes.size() - used >= kBlock && TakeBlock(bytes.data() + used, floor)) {
      used += kBlock;
      continue;
    }
    const std::size_t stop = std::min(bytes.size(), used + kBlock);
    do {
      Take(bytes[used++]);
    } while (used < stop && depth_ > floor);
  } while (used < bytes.size() && depth_ > floor);
  return used;
}

}  // namespace structural::kube
