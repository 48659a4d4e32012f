#include "files/archive.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

#include <zlib.h>

namespace structural::files {
namespace {

// A format of compressed data. kGzip: a gzip file, which can have several concatenated members. kDeflate: one raw
// deflate stream.
enum class Packing { kGzip, kDeflate };

using base::ErrorCode;

constexpr int kGzipWindow = 15 + 16;
constexpr int kDeflateWindow = -15;

class InflateStream {
 public:
  explicit InflateStream(Packing packing) {
    inflateInit2(&stream_, packing == Packing::kGzip ? kGzipWindow : kDeflateWindow);
  }
  ~InflateStream() { inflateEnd(&stream_); }
  InflateStream(const InflateStream&) = delete;
  InflateStream& operator=(const InflateStream&) = delete;

  z_stream& get() { return stream_; }

 private:
  z_stream stream_{};
};

base::Error Broken() { return {ErrorCode::kInvalidInput, "compressed data is broken or cut short"}; }

// Returns the unpacked data. Errors: kInvalidInput for broken or truncated data, and for data after the end;
// kLimitExceeded for more than `max` bytes of output.
base::Result<std::string> Inflate(std::string_view packed, Packing packing, std::size_t max) {
  if (packed.size() > std::numeric_limits<unsigned>::max()) return Broken();
  InflateStream inflating(packing);
  z_stream& stream = inflating.get();
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  std::string text;
  std::array<unsigned char, std::size_t{64} << 10> block;
  int outcome = Z_OK;
  while (outcome != Z_STREAM_END) {
    stream.next_out = block.data();
    stream.avail_out = block.size();
    outcome = inflate(&stream, Z_NO_FLUSH);
    if (outcome != Z_OK && outcome != Z_STREAM_END) return Broken();
    const std::size_t size = block.size() - stream.avail_out;
    if (size > max - text.size()) {
      return {ErrorCode::kLimitExceeded, "unpacks to more than " + std::to_string(max) + " bytes"};
    }
    text.append(reinterpret_cast<const char*>(block.data()), size);
    const bool member = packing == Packing::kGzip && stream.avail_in > 0;
    if (outcome == Z_STREAM_END && member) outcome = inflateReset(&stream);
  }
  if (stream.avail_in > 0) return Broken();
  return text;
}

std::uint32_t Crc32(std::string_view text) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

constexpr std::size_t kTarBlock = 512;

base::Error NoTar() { return {ErrorCode::kInvalidInput, "not a tar or zip archive, or a broken one"}; }

// Returns the error for a tar archive that is cut short. `last`: path of the last header.
base::Error CutTar(const std::string& last) {
  return {ErrorCode::kInvalidInput,
          "the tar archive is cut short" + (last.empty() ? last : " after the beginning of " + last)};
}

std::string_view UpToNul(std::string_view field) { return field.substr(0, field.find('\0')); }

// Reads octal digits between spaces. Returns 0 if the number exceeds std::size_t.
std::size_t Octal(std::string_view field) {
  field = UpToNul(field);
  field.remove_prefix(std::min(field.find_first_not_of(' '), field.size()));
  std::size_t number = 0;
  std::from_chars(field.data(), field.data() + field.size(), number, 8);
  return number;
}

// A block of 512 bytes with the header of a file in a tar archive.
struct TarHeader {
  explicit TarHeader(std::string_view block) : block_(block) {}

  // Returns whether the checksum is correct. It is the sum of the block's bytes, with spaces in place of the checksum.
  bool IsSound() const {
    const auto add = [](std::size_t sum, char c) { return sum + static_cast<unsigned char>(c); };
    const auto all = std::accumulate(block_.begin(), block_.end(), std::size_t{0}, add);
    const auto field = block_.substr(148, 8);
    const auto own = std::accumulate(field.begin(), field.end(), std::size_t{0}, add);
    return all - own + 8 * ' ' == Octal(field);
  }
  bool IsEnd() const { return block_.find_first_not_of('\0') == block_.npos; }
  char type() const { return block_[156]; }
  // Returns whether the file is a regular file. The type '7' is a contiguous file, which every system reads as a
  // regular one.
  bool IsRegular() const { return type() == '0' || type() == '\0' || type() == '7'; }
  bool IsPartial() const { return type() == 'S' || type() == 'M'; }
  std::size_t size() const { return Octal(block_.substr(124, 12)); }
  std::string Path() const {
    const std::string name(UpToNul(block_.substr(0, 100)));
    const bool posix = block_.substr(257, 6) == std::string_view("ustar\0", 6);
    const std::string_view prefix = posix ? UpToNul(block_.substr(345, 155)) : std::string_view();
    return prefix.empty() ? name : std::string(prefix) + "/" + name;
  }

 private:
  std::string_view block_;
};

// Returns the path in a pax header, whose records are "LENGTH KEY=VALUE\n"; empty if no record has a path.
std::string PaxPath(std::string_view records) {
  std::string path;
  while (!records.empty()) {
    std::size_t length = 0;
    const auto end = std::from_chars(records.data(), records.data() + records.size(), length).ptr;
    const auto key = static_cast<std::size_t>(end - records.data()) + 1;
    if (length <= key || length > records.size()) return path;
    const std::string_view record = records.substr(key, length - key - 1);
    if (record.starts_with("path=")) path = record.substr(5);
    records.remove_prefix(length);
  }
  return path;
}

// Returns an error if the archive has data after its end marker. tar ignores such data, so the files of an appended
// second archive would be lost without an error. `end`: the archive from its first block of zeros.
base::Status CheckEnd(std::string_view end) {
  if (end.find_first_not_of('\0') == end.npos) return base::Ok();
  return {ErrorCode::kInvalidInput, "the tar archive has data after its end; is it two archives in one file?"};
}

base::Status VisitTar(std::string_view tar, const OnArchiveFile& visit, std::size_t& left) {
  if (tar.size() > left) return {ErrorCode::kLimitExceeded, "the archive is too large"};
  left -= tar.size();
  std::string long_path;  // path of the next file, if an extra header before that file has it; otherwise empty
  std::string last;
  for (std::size_t at = 0; at < tar.size();) {
    if (tar.size() - at < kTarBlock) return at == 0 ? NoTar() : CutTar(last);
    const TarHeader header(tar.substr(at, kTarBlock));
    if (header.IsEnd()) return CheckEnd(tar.substr(at));
    at += kTarBlock;
    if (!header.IsSound()) return NoTar();
    last = long_path.empty() ? header.Path() : long_path;
    if (header.size() > tar.size() - at) return CutTar(last);
    const std::string_view text = tar.substr(at, header.size());
    at += std::min((text.size() + kTarBlock - 1) / kTarBlock * kTarBlock, tar.size() - at);
    if (header.type() == 'L') {
      long_path = UpToNul(text);
    } else if (header.type() == 'x') {
      long_path = PaxPath(text);
    } else {
      if (header.IsPartial()) return {ErrorCode::kInvalidInput, last + " is sparse, or a part of a file"};
      if (header.IsRegular()) visit(last, text);
      long_path.clear();
    }
  }
  return CutTar(last);
}

constexpr std::size_t kEndRecord = 22, kEntry = 46, kLocal = 30;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::size_t kEntryCost = 512;  // bytes for which an entry counts in addition to its text, as in a tar archive
constexpr unsigned kStored = 0, kDeflated = 8;

base::Error BrokenZip() { return {ErrorCode::kInvalidInput, "the zip archive is broken"}; }
base::Error BrokenEntry(const std::string& path) {
  return {ErrorCode::kInvalidInput, "the zip archive is broken: " + path + " is not what its directory says"};
}

// Reads a little-endian number of `size` bytes at offset `at`. Precondition: `bytes` has these bytes.
std::uint32_t Number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

struct ZipEntry {
  std::string path;
  bool encrypted;
  unsigned method;
  std::uint32_t sum;   // CRC-32 of the text
  std::size_t packed;  // size in bytes of the packed text
  std::size_t size;    // size in bytes of the unpacked text
  std::size_t local;   // offset of the entry's local header
  std::size_t length;  // size in bytes of the entry in the central directory
};

// Returns the part of the archive from its "end of central directory" record; empty if it has none.
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

// Returns whether the central directory ends where `rest` begins: `rest` is the end record, or begins with a record
// that can precede it, a zip64 record or a digital signature.
bool IsEndOfDirectory(std::string_view rest, std::string_view end) {
  return rest.size() == end.size() || rest.starts_with("PK\x06\x06") || rest.starts_with("PK\x05\x05");
}

base::Result<std::string> UnpackedText(const ZipEntry& entry, std::string_view zip, std::size_t max) {
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
  if (entry.method == kDeflated) return Inflate(packed, Packing::kDeflate, max);
  if (packed.size() <= max) return std::string(packed);
  return base::Error(ErrorCode::kLimitExceeded, "the archive is too large");
}

base::Result<std::string> TextOf(const ZipEntry& entry, std::string_view zip, std::size_t max) {
  auto text = UnpackedText(entry, zip, max);
  if (!text.ok()) return text;
  if (text->size() != entry.size || Crc32(*text) != entry.sum) return BrokenEntry(entry.path);
  return text;
}

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
    const bool fits = text.ok() ? text->size() + kEntryCost <= left : text.error().code() != ErrorCode::kLimitExceeded;
    if (!fits) return {ErrorCode::kLimitExceeded, "the archive is too large"};
    if (!text.ok()) return text.error();
    // Entries can share bytes of the archive. To limit their number, each entry costs at least kEntryCost.
    const std::size_t cost = text->size() + kEntryCost;
    left -= cost;
    visit(entry->path, *text);
  }
  return at <= zip.size() && IsEndOfDirectory(zip.substr(at), end) ? base::Ok() : BrokenZip();
}

}  // namespace

bool IsArchiveName(std::string_view name) {
  constexpr std::string_view kEnds[] = {".tar", ".tar.gz", ".tgz", ".zip"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return name.ends_with(end); });
}

base::Status VisitArchive(std::string_view archive, const OnArchiveFile& visit, std::size_t& left) {
  if (archive.starts_with("PK")) return VisitZip(archive, visit, left);
  if (!archive.starts_with("\x1f\x8b")) return VisitTar(archive, visit, left);
  const auto tar = Inflate(archive, Packing::kGzip, left);
  if (!tar.ok()) return tar.error();
  return VisitTar(*tar, visit, left);
}

}  // namespace structural::files
