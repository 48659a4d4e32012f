#include "schema/cel/library/runes.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "schema/base/utf8.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::library {
namespace {

// Returns the offset of the last occurrence of `part` that begins at or before `last`, with the algorithm of Knuth,
// Morris and Pratt.
std::optional<std::size_t> FindLast(std::string_view text, std::string_view part, std::size_t last) {
  // For each prefix of `part`: length of its longest proper prefix that is also its end.
  std::vector<std::uint32_t> border(part.size(), 0);
  for (std::size_t i = 1, length = 0; i < part.size(); ++i) {
    while (length > 0 && part[i] != part[length]) length = border[length - 1];
    if (part[i] == part[length]) ++length;
    border[i] = static_cast<std::uint32_t>(length);
  }
  std::optional<std::size_t> found;
  std::size_t length = 0;
  const std::size_t end = std::min(text.size(), last + part.size());
  for (std::size_t i = 0; i < end; ++i) {
    while (length > 0 && (length == part.size() || text[i] != part[length])) {
      length = border[length - 1];
    }
    if (text[i] == part[length]) ++length;
    if (length == part.size()) found = i + 1 - length;
  }
  return found;
}

}  // namespace

std::optional<std::size_t> OffsetOfRune(std::string_view text, std::int64_t index) {
  std::size_t at = 0;
  for (; index > 0; --index) {
    if (at == text.size()) return std::nullopt;
    const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
    at += ascii ? 1 : static_cast<std::size_t>(base::DecodeRune(text.substr(at)).size);
  }
  return at;
}

std::int64_t IndexOf(std::string_view text, std::string_view part, std::int64_t offset) {
  const auto from = OffsetOfRune(text, offset);
  if (part.empty()) return from ? offset : eval::CountRunes(text);
  if (!from) return -1;
  const std::string_view rest = text.substr(*from);
  const void* found = memmem(rest.data(), rest.size(), part.data(), part.size());
  if (found == nullptr) return -1;
  const auto before = static_cast<std::size_t>(static_cast<const char*>(found) - rest.data());
  return offset + eval::CountRunes(rest.substr(0, before));
}

std::int64_t LastIndexOf(std::string_view text, std::string_view part, std::int64_t offset) {
  const auto last = OffsetOfRune(text, offset);
  if (part.empty()) return last ? offset : eval::CountRunes(text);
  if (!last || *last == text.size()) return -1;
  const auto found = FindLast(text, part, *last);
  return found ? eval::CountRunes(text.substr(0, *found)) : -1;
}

}  // namespace structural::cel::library
