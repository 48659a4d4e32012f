#include <algorithm>
#include <optional>

#include "http/request_head.h"
#include "schema/base/utf8.h"

namespace structural::http {
namespace {

constexpr std::int64_t kFreeOfChunk = 16;
constexpr std::int64_t kFreeOfByte = 2;
constexpr int kMaxDigits = 12;  // maximum digits of a chunk size; far above any limit of a body

bool IsText(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != 0x7f); }

}  // namespace

ChunkedReader::Part ChunkedReader::EndSize() {
  excess_ -= kFreeOfChunk + kFreeOfByte * static_cast<std::int64_t>(size_);
  excess_ = std::max<std::int64_t>(excess_, 0);
  at_ = size_ > 0 ? At::kData : At::kLine;
  empty_line_ = true;
  return Part::kMore;
}

ChunkedReader::Part ChunkedReader::LookAtSize(char c) {
  if (const int digit = base::HexValue(c); digit >= 0) {
    if (++digits_ > kMaxDigits) return Part::kInvalid;
    size_ = size_ * 16 + static_cast<unsigned>(digit);
    at_ = At::kDigits;
    return Part::kMore;
  }
  if (at_ == At::kSize) return Part::kInvalid;
  if (c != ';' && c != '\r') return Part::kInvalid;
  at_ = c == ';' ? At::kExtension : At::kSizeEnd;
  return Part::kMore;
}

ChunkedReader::Part ChunkedReader::Look(char c) {
  const auto then = [this](bool valid, At next) {
    at_ = next;
    return valid ? Part::kMore : Part::kInvalid;
  };
  switch (at_) {
    case At::kSize:
    case At::kDigits: return LookAtSize(c);
    case At::kExtension: return c == '\r' ? then(true, At::kSizeEnd) : then(IsText(c), At::kExtension);
    case At::kSizeEnd: return c == '\n' ? EndSize() : Part::kInvalid;
    case At::kDataCr: return then(c == '\r', At::kDataLf);
    case At::kDataLf: digits_ = 0; return then(c == '\n', At::kSize);
    case At::kLine:
      if (c == '\r') return then(true, At::kLineEnd);
      empty_line_ = false;
      return then(IsText(c), At::kLine);
    case At::kLineEnd:
      if (c == '\n' && empty_line_) return Part::kEnd;
      empty_line_ = true;
      return then(c == '\n', At::kLine);
    case At::kData: break;
  }
  return Part::kInvalid;
}

ChunkedReader::Step ChunkedReader::Next(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (at_ == At::kData) {
      const auto n = std::min<std::uint64_t>(size_, bytes.size() - i);
      size_ -= n;
      if (size_ == 0) at_ = At::kDataCr;
      return {Part::kData, i + n, bytes.substr(i, n)};
    }
    const Part part = Look(bytes[i]);
    if (part != Part::kMore) return {part, i + 1, {}};
    if (++excess_ > kMaxExcess) return {Part::kTooLarge, i + 1, {}};
  }
  return {Part::kMore, bytes.size(), {}};
}

}  // namespace structural::http
