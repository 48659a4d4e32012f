#include <algorithm>
#include <cstdint>
#include <optional>

#include "files/archive.h"
#include "files/inflate.h"

namespace structural::files {
namespace {

using base::ErrorCode;

constexpr std::size_t kEndRecord = 22, kEntry = 46, kLocal = 30;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr unsigned kStored = 0, kDeflated = 8;

base::Error BrokenZip() { return {ErrorCode::kInvalidInput, "the zip archive is broken"}; }
base::Error BrokenEntry(const std::string& path) {
  return {ErrorCode::kInvalidInput, "the zip archive is broken: " + path + " is not what its directory says"};
}

// Reads a little-endian number. Precondition: its bytes exist.
std::uint32_t Number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

struct ZipEntry {
  std::string path;
  bool encrypted;
  unsigned method;
  std::uint32_t sum;  // CRC-32 of the text
  std::size_t packed;
  std::size_t size;    // length in bytes of the text
  std::size_t local;   // offset of the entry's local header
  std::size_t length;  // length in bytes of the entry in the central directory
};

// Returns the end of central directory record; empty if the archive has none.
std::string_view EndRecord(std::string_view zip) {
  const std::size_t from = zip.size() - std::min(zip.size(), kEndRecord + kMaxComment);
  const auto at = zip.rfind("PK\x05\x06");
  if (at == zip.npos || at < from || zip.size() - at < kEndRecord) return {};
  const bool whole = Number(zip.substr(at), 20, 2) <= zip.size() - at - kEndRecord;
  return whole ? zip.substr(at) : std::string_view();
}

std::optional<ZipEntry> ReadEntry(std::string_view rest) {
  if (rest.size() < kEntry || !rest.starts_with("PK\x01\x02")) return std::nullopt;
  const std::size_t name = Number(rest, 28, 2);
  const std::size_t length = kEntry + name + Number(rest, 30, 2) + Number(rest, 32, 2);
  if (length > rest.size()) return std::nullopt;
  return ZipEntry{.path = std::string(rest.substr(kEntry, name)),
                  .encrypted = (Number(rest, 8, 2) & 1) != 0,
                  .method = Number(rest, 10, 2),
                  .sum = Number(rest, 16, 4),
                  .packed = Number(rest, 20, 4),
                  .size = Number(rest, 24, 4),
                  .local = Number(rest, 42, 4),
                  .length = length};
}

// Returns whether the directory ends here: at the end record, or at what version 4.5 puts before it.
bool IsEndOfDirectory(std::string_view rest, std::string_view end) {
  return rest.size() == end.size() || rest.starts_with("PK\x06\x06") || rest.starts_with("PK\x05\x05");
}

base::Result<std::string> UnpackedText(const ZipEntry& entry, std::string_view zip, std::size_t most) {
  if (zip.size() < kLocal || entry.local > zip.size() - kLocal) return BrokenZip();
  const std::string_view local = zip.substr(entry.local);
  const std::size_t begin = kLocal + Number(local, 26, 2) + Number(local, 28, 2);
  if (!local.starts_with("PK\x03\x04") || begin > local.size()) return BrokenZip();
  if (entry.packed > local.size() - begin) return BrokenEntry(entry.path);
  const std::string_view packed = local.substr(begin, entry.packed);
  if (entry.encrypted || (entry.method != kStored && entry.method != kDeflated)) {
    return base::Error(ErrorCode::kInvalidInput,
                       entry.path + " is encrypted, or packed by another method than deflate");
  }
  if (entry.method == kDeflated) return Inflate(packed, Packing::kDeflate, most);
  if (packed.size() <= most) return std::string(packed);
  return base::Error(ErrorCode::kLimitExceeded, "the archive is too large");
}

base::Result<std::string> TextOf(const ZipEntry& entry, std::string_view zip, std::size_t most) {
  auto text = UnpackedText(entry, zip, most);
  if (!text.ok()) return text;
  if (text->size() != entry.size || Crc32(*text) != entry.sum) return BrokenEntry(entry.path);
  return text;
}

}  // namespace

base::Status VisitZip(std::string_view zip, const OnArchiveFile& visit, std::size_t& left) {
  const std::string_view end = EndRecord(zip);
  if (end.empty()) return BrokenZip();
  std::size_t at = Number(end, 16, 4);
  for (std::size_t count = Number(end, 10, 2); count > 0; --count) {
    if (at > zip.size()) return BrokenZip();
    const auto entry = ReadEntry(zip.substr(at));
    if (!entry) return BrokenZip();
    at += entry->length;
    if (entry->path.ends_with('/')) continue;
    const auto text = TextOf(*entry, zip, left);
    if (!text.ok()) return text.error();
    left -= text->size();
    visit(entry->path, *text);
  }
  return at <= zip.size() && IsEndOfDirectory(zip.substr(at), end) ? base::Ok() : BrokenZip();
}

}  // namespace structural::files
