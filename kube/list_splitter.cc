#include "kube/list_splitter.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "kube/transport/body.h"
#include "kube/transport/transport.h"
#include "schema/base/proto_object.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;

constexpr size_t kMaxEnvelopeBytes = size_t{1} << 20;
constexpr std::string_view kSpace = " \t\r\n";

bool IsSpace(char c) { return kSpace.find(c) != std::string_view::npos; }

// Returns the text without trailing white space.
std::string_view Trimmed(std::string_view text) { return text.substr(0, text.find_last_not_of(kSpace) + 1); }

bool TakeEnd(std::string_view* text, std::string_view end) {
  *text = Trimmed(*text);
  if (!text->ends_with(end)) return false;
  text->remove_suffix(end.size());
  return true;
}

Error Malformed(const std::string& what) { return {ErrorCode::kInvalidInput, "list: " + what}; }

constexpr std::size_t kBlock = 64;

#ifdef __SSE2__
// The bytes of a block of 64 that are quotes, backslashes, or opening or closing brackets. Each number has a bit for
// each byte; the lowest bit is for the first byte.
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
    // Turns [ and ] into { and }, to compare both kinds at once.
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8('{' ^ '['));
    bits.quote |= Where(bytes, '"') << (16 * i);
    bits.backslash |= Where(bytes, '\\') << (16 * i);
    bits.open |= Where(folded, '{') << (16 * i);
    bits.close |= Where(folded, '}') << (16 * i);
  }
  return bits;
}

// Replaces each bit by the parity of all bits up to it.
std::uint64_t Parity(std::uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}
#endif

}  // namespace

// Returns whether the next byte, if it is "[", begins the list's member "items".
bool ListSplitter::StartsItems() const {
  if (depth_.depth() != 1) return false;
  std::string_view before = envelope_;
  if (!TakeEnd(&before, ":") || !TakeEnd(&before, "\"items\"")) return false;
  before = Trimmed(before);
  return before.ends_with('{') || before.ends_with(',');
}

base::Status ListSplitter::ReadOutsideItem(char c) {
  if (place_ == Place::kEnvelope) {
    if (c == '[' && !depth_.in_string() && StartsItems()) place_ = Place::kItems;
    if (envelope_.size() == kMaxEnvelopeBytes) {
      return Error(ErrorCode::kLimitExceeded, "list: too much text besides the items");
    }
    envelope_ += c;
    depth_.Take(c);
    return base::Ok();
  }
  if (IsSpace(c)) return base::Ok();
  if (c == '{' && !needs_comma_) {
    place_ = Place::kItem;
  } else if (c == ',' && needs_comma_) {
    needs_comma_ = false;
  } else if (c == ']') {
    place_ = Place::kEnvelope;
    envelope_ += c;
    depth_.Take(c);
  } else {
    return Malformed("an item is not an object");
  }
  return base::Ok();
}

// Reads the bytes up to the end of the item, and delivers the item if it is complete.
base::Status ListSplitter::ReadInItem(std::string_view* bytes) {
  const int outside = 2;
  const size_t used = depth_.TakeUntil(*bytes, outside);
  if (item_.size() + used > kMaxLineBytes) {
    return Error(ErrorCode::kLimitExceeded, "list: an item has more than " + std::to_string(kMaxLineBytes) + " bytes");
  }
  item_ += bytes->substr(0, used);
  bytes->remove_prefix(used);
  return depth_.depth() > outside ? base::Ok() : EmitItem();
}

base::Status ListSplitter::EmitItem() {
  base::Result<JsonSlicer::Object> root = slicer_.Start(item_);
  if (!root.ok()) return root.error().In("list: item");
  std::string_view raw;
  if (const auto code = root->raw_json().get(raw); code != simdjson::SUCCESS) {
    return MalformedJson("list: item", code);
  }
  on_item_(raw);
  ClearAndShrink(item_);
  place_ = Place::kItems;
  needs_comma_ = true;
  return base::Ok();
}

base::Status ListSplitter::Feed(std::string_view bytes) {
  if (!has_begun_ && !bytes.empty()) {
    has_begun_ = true;
    if (may_be_proto_ && bytes.front() == base::kProtoMagic.front()) proto_.emplace(on_item_);
  }
  if (proto_) return proto_->Feed(bytes);
  while (!bytes.empty()) {
    if (place_ != Place::kItem) {
      const base::Status taken = ReadOutsideItem(bytes.front());
      if (!taken.ok()) return taken;
      if (place_ != Place::kItem) bytes.remove_prefix(1);
      continue;
    }
    const base::Status taken = ReadInItem(&bytes);
    if (!taken.ok()) return taken;
  }
  return base::Ok();
}

base::Result<ListPage> ListSplitter::End() {
  if (proto_) return proto_->End();
  if (place_ != Place::kEnvelope) return Malformed("it ends before the list is complete");
  return ReadListPage(envelope_, on_item_);
}

// Counts the brackets of a block of 64 bytes at once. Returns false, and counts nothing, if the depth could fall to
// `floor` within the block, or if the block needs a check of each byte, for example because it has a backslash.
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
