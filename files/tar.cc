#include <algorithm>
#include <charconv>
#include <numeric>

#include "files/archive.h"

namespace structural::files {
namespace {

using base::ErrorCode;

constexpr std::size_t kTarBlock = 512;

base::Error NoTar() { return {ErrorCode::kInvalidInput, "not a tar or zip archive, or a broken one"}; }

// `last`: path of the last header.
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

// A header block.
struct TarHeader {
  explicit TarHeader(std::string_view block) : block_(block) {}

  // Returns whether the checksum is correct: the sum of all bytes, with spaces in place of the sum.
  bool IsSound() const {
    const auto add = [](std::size_t sum, char c) { return sum + static_cast<unsigned char>(c); };
    const auto all = std::accumulate(block_.begin(), block_.end(), std::size_t{0}, add);
    const auto field = block_.substr(148, 8);
    const auto own = std::accumulate(field.begin(), field.end(), std::size_t{0}, add);
    return all - own + 8 * ' ' == Octal(field);
  }
  bool IsEnd() const { return block_.find_first_not_of('\0') == block_.npos; }
  char type() const { return block_[156]; }
  // '7': contiguous, which every system reads as a regular file.
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

// Returns the path in the records "LENGTH KEY=VALUE\n" of a pax header; empty if it has none.
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

// `end`: the archive from its first block of zeros. tar ignores what follows; the files of a second archive would be
// lost.
base::Status CheckEnd(std::string_view end) {
  if (end.find_first_not_of('\0') == end.npos) return base::Ok();
  return {ErrorCode::kInvalidInput, "the tar archive has data after its end; is it two archives in one file?"};
}

}  // namespace

base::Status VisitTar(std::string_view tar, const OnArchiveFile& visit, std::size_t& left) {
  if (tar.size() > left) return {ErrorCode::kLimitExceeded, "the archive is too large"};
  left -= tar.size();
  std::string long_path;  // path of the next file, from an extra header that precedes it
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

}  // namespace structural::files
