#include "document/reader.h"

#include <algorithm>
#include <utility>

#include "document/template.h"
#include "schema/base/utf8.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

// Returns the 16-bit unit at offset `at` of a text in UTF-16, in the given byte order.
char32_t Unit(std::string_view text, std::size_t at, bool big_endian) {
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return big_endian ? first << 8 | second : second << 8 | first;
}

bool IsHigh(char32_t unit) { return (unit & 0xFC00) == 0xD800; }
bool IsLow(char32_t unit) { return (unit & 0xFC00) == 0xDC00; }

enum class Utf16 { kNo, kMarked, kUnmarked };

// Returns whether the text is UTF-16 with a byte order mark, UTF-16 without one, or neither. Without a byte order mark,
// only a text that begins with an ASCII character is recognised. Sets `big_endian` if the text is UTF-16.
Utf16 FindUtf16(std::string_view text, bool& big_endian) {
  if (text.size() < 2) return Utf16::kNo;
  big_endian = text[0] == '\xFE' || text[0] == '\0';
  if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE")) return Utf16::kMarked;
  return (text[0] == '\0') != (text[1] == '\0') ? Utf16::kUnmarked : Utf16::kNo;
}

// Returns the text in UTF-8 if it is valid UTF-16, with or without a byte order mark. Otherwise nullopt.
std::optional<std::string> FromUtf16(std::string_view text) {
  bool big_endian = false;
  const Utf16 form = FindUtf16(text, big_endian);
  if (form == Utf16::kNo) return std::nullopt;
  std::string utf8;
  std::size_t at = form == Utf16::kMarked ? 2 : 0;
  for (; at + 1 < text.size(); at += 2) {
    char32_t rune = Unit(text, at, big_endian);
    const bool more = at + 3 < text.size();
    if (IsLow(rune)) return std::nullopt;
    if (IsHigh(rune)) {
      if (!more || !IsLow(Unit(text, at + 2, big_endian))) return std::nullopt;
      at += 2;
      rune = 0x10000 + ((rune & 0x3FF) << 10) + (Unit(text, at, big_endian) & 0x3FF);
    }
    base::AppendRune(rune, utf8);
  }
  if (at < text.size()) return std::nullopt;
  return utf8;
}

// Whether the text is UTF-32. Without a byte order mark, only a text that begins with an ASCII character is recognised.
bool IsUtf32(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.size() < 4) return false;
  const std::string_view first = text.substr(0, 4);
  if (first == "\xFF\xFE\0\0"sv || first == "\0\0\xFE\xFF"sv) return true;
  return (first[0] != '\0' && first.ends_with("\0\0\0"sv)) || (first[3] != '\0' && first.starts_with("\0\0\0"sv));
}

// Returns the text in UTF-8. Bytes that are not a code point become U+FFFD.
std::string FromUtf32(std::string_view text) {
  const bool big_endian = text[0] == '\0';
  std::string utf8;
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const bool whole = at + 4 <= text.size();
    const char32_t first = whole ? Unit(text, at, big_endian) : 0, second = whole ? Unit(text, at + 2, big_endian) : 0;
    const char32_t rune = big_endian ? first << 16 | second : second << 16 | first;
    if (at == 0 && rune == 0xFEFF) continue;
    const bool valid = whole && rune <= 0x10FFFF && !(rune >= 0xD800 && rune <= 0xDFFF);
    base::AppendRune(valid ? rune : 0xFFFD, utf8);
  }
  return utf8;
}

std::optional<std::string> FromWideText(std::string_view text) {
  return IsUtf32(text) ? FromUtf32(text) : FromUtf16(text);
}

using Read = std::variant<Document, Problem>;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kDashes = "---";
// Number of bytes at the start of the text in which kubectl looks for the brace of JSON.
constexpr std::size_t kJsonWindow = 4096;
// kubectl reads the text after a JSON value as YAML only if the text has at least this number of bytes.
constexpr std::size_t kMinYamlBytes = 4;

// Returns the same as Go's unicode.IsSpace.
bool IsSpace(char32_t rune) {
  constexpr std::u32string_view kSpaces = U" \t\n\v\f\r\u0085\u00A0\u1680\u2028\u2029\u202F\u205F\u3000";
  return kSpaces.find(rune) != kSpaces.npos || (rune >= 0x2000 && rune <= 0x200A);
}

std::string_view TrimLeft(std::string_view text) {
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    if (!IsSpace(rune.value)) break;
    text.remove_prefix(static_cast<std::size_t>(rune.size));
  }
  return text;
}

bool BeginsWithBrace(std::string_view text) { return TrimLeft(text.substr(0, kJsonWindow)).starts_with('{'); }

// Returns the offset at which kubectl continues with YAML after a JSON value that ends at `at`: the next line, or the
// first character on the same line that is not a space. Returns nullopt if kubectl does not try YAML.
std::optional<std::size_t> FindYaml(std::string_view text, std::size_t at) {
  while (text.size() - at >= kMinYamlBytes) {
    const base::Rune rune = base::DecodeRune(text.substr(at));
    if (rune.value == 0xFFFD) return std::nullopt;
    if (!IsSpace(rune.value)) return at;
    at += static_cast<std::size_t>(rune.size);
    if (rune.value == '\n') return at;
  }
  return std::nullopt;
}

std::string_view LineAt(std::string_view text, std::size_t at) { return text.substr(at, text.find('\n', at) - at); }

// Returns the start of the next line that begins with `---`, after the line at `at`; the size of the text if no such
// line follows.
std::size_t FindSeparator(std::string_view text, std::size_t at) {
  constexpr std::string_view kNext = "\n---";
  const std::string_view rest = text.substr(at);
  const void* found = memmem(rest.data(), rest.size(), kNext.data(), kNext.size());
  if (found == nullptr) return text.size();
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + 1;
}

// Returns the text after `---` on its line, without a comment.
std::string_view TextAfterDashes(std::string_view line) {
  const std::string_view behind = TrimLeft(line.substr(std::min(kDashes.size(), line.size())));
  return behind.starts_with('#') ? std::string_view() : behind;
}

// Returns whether the line has only spaces or a comment after its `---`.
bool IsPlainSeparator(std::string_view line) {
  line.remove_prefix(std::min(kDashes.size(), line.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  const auto begin = line.find_first_not_of(" \t");
  if (begin == line.npos) return true;
  const auto printable = [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); };
  return begin > 0 && line[begin] == '#' && std::ranges::all_of(line, printable);
}

// Returns whether the next line is `...` or begins with `%`, which YAML reads as a marker or directive.
bool IsFollowedByMarker(std::string_view text, std::size_t end_of_line) {
  const std::string_view next = text.substr(std::min(end_of_line + 1, text.size()));
  return next.starts_with("...") || next.starts_with('%');
}

// Returns the chunk as kubectl's line reader passes it to the parser. That reader removes one carriage return at the
// end of each line, and adds a line feed to a last line without one. Returns `chunk` itself if that changes nothing
// relevant; otherwise a view of `made`.
std::string_view AsLines(std::string_view chunk, std::string& made) {
  if (chunk.find("\r\r\n") == chunk.npos && (chunk.empty() || chunk.ends_with('\n'))) return chunk;
  made.reserve(chunk.size() + 1);
  for (const char c : chunk) {
    if (c == '\n' && made.ends_with('\r')) made.pop_back();
    made += c;
  }
  if (!made.ends_with('\n')) made += '\n';
  return made;
}

std::uint32_t CountLines(std::string_view text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

Document NullDocument() {
  Document document;
  document.json = "null";
  return document;
}

// If `read` is a problem and the text has template actions, adds the hint that the text must be rendered first.
Read WithHint(Read read, std::string_view text) {
  auto* problem = std::get_if<Problem>(&read);
  if (problem != nullptr && HasActions(text)) {
    problem->message += "; the text looks like a template; use its rendered form (helm template)";
  }
  return read;
}

}  // namespace

Reader::Reader(std::string_view text, TrailingText trailing_text)
    : utf32_(IsUtf32(text)),
      converted_(FromWideText(text)),
      text_(converted_ ? std::string_view(*converted_) : text),
      cursor_(text_),
      readable_utf16_(!utf32_ && !text.starts_with('\0') && !(text.size() > 1 && text[1] == '\0') &&
                      text.ends_with('\n')),
      is_json_(!converted_ && BeginsWithBrace(text_)),
      trailing_text_(trailing_text) {
  if (text_.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
}

std::optional<Read> Reader::Next() { return is_json_ ? NextJson() : NextYaml(); }

std::optional<Read> Reader::NextJson() {
  const std::size_t last = offset_;
  offset_ =
      static_cast<std::size_t>(json::SkipJsonSpace(text_.data() + offset_, text_.data() + text_.size()) - text_.data());
  if (offset_ == text_.size()) return std::nullopt;
  const std::size_t begin = offset_;
  Read read = ReadJson(text_, &offset_, cursor_);
  source_ = text_.substr(begin, offset_ - begin);
  source_is_json_ = true;
  if (offset_ > begin) {
    ++json_values_;
    return read;
  }
  is_json_ = false;
  // The text from `last` is not JSON. It may be YAML in braces, or YAML after a JSON value.
  const auto yaml_begin = json_values_ > 1 ? std::nullopt : FindYaml(text_, last);
  offset_ = yaml_begin.value_or(text_.size());
  if (!yaml_begin) return WithHint(std::move(read), text_);
  line_ = CountLines(text_.substr(0, offset_));
  auto yaml = NextYaml();
  if (!yaml || std::holds_alternative<Problem>(*yaml)) return WithHint(std::move(read), text_);
  return yaml;
}

// Reads the next YAML document; returns nullopt at the end of the text. A line of `---` separates documents, unless no
// text precedes it: then kubectl passes the line to the YAML parser, as a part of the document that it begins.
std::optional<Read> Reader::NextYaml() {
  if (offset_ >= text_.size()) return std::nullopt;
  if (converted_) return ReadConverted();
  const bool dashes = text_.substr(offset_).starts_with(kDashes) && !IsAfterByteOrderMark();
  const bool first = dashes && !std::exchange(begun_by_dashes_, false);
  const std::string_view line = LineAt(text_, offset_);
  const bool plain = IsPlainSeparator(line) && !IsFollowedByMarker(text_, offset_ + line.size());
  const bool whole = !dashes || (first && TextAfterDashes(line).empty() && !plain);
  begun_by_dashes_ = first && !whole;
  return ReadChunk(whole ? FindSeparator(text_, offset_) : offset_);
}

// Reads a text in UTF-16 as one document, because kubectl does not find `---` in it. Returns a Problem for a text that
// kubectl cannot read: one in UTF-32, one without a byte order mark, and one whose last byte is not a line feed.
// kubectl would end the last line with a single byte, which is only half a character in UTF-16.
std::optional<Read> Reader::ReadConverted() {
  if (readable_utf16_) return ReadChunk(text_.size());
  offset_ = text_.size();
  return Problem{
      {1, 1}, "kubectl cannot read " + std::string(utf32_ ? "UTF-32" : "this UTF-16") + "; convert the text to UTF-8"};
}

// Reads the document from offset_ up to the separator line at `end`, or to the end of the text. Moves offset_ after
// that line. Returns a Problem, too, for text that kubectl ignores.
std::optional<Read> Reader::ReadChunk(std::size_t end) {
  const std::string_view chunk = text_.substr(offset_, end - offset_);
  source_ = chunk;
  source_is_json_ = false;
  const std::string_view separator = end < text_.size() ? LineAt(text_, end) : std::string_view();
  const std::uint32_t line = line_;
  if (!separator.empty()) line_ += CountLines(chunk) + 1;
  offset_ = std::min(end + separator.size() + 1, text_.size());
  if (const auto behind = TextAfterDashes(separator); !behind.empty()) {
    return Problem{{line_, static_cast<std::uint32_t>(behind.data() - separator.data()) + 1},
                   "kubectl ignores text after --- on the same line; move it to the next line"};
  }
  if (chunk.empty()) return NullDocument();
  std::string made;
  Read read = ReadYaml(AsLines(chunk, made), line);
  const auto* document = std::get_if<Document>(&read);
  auto ignored = document == nullptr || trailing_text_ == TrailingText::kIgnore ? std::nullopt : IgnoredText(*document);
  if (ignored) return *std::move(ignored);
  return WithHint(std::move(read), chunk);
}

}  // namespace structural::document
