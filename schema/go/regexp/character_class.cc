#include "schema/go/regexp/character_class.h"

#include <algorithm>
#include <optional>

#include "schema/base/utf8.h"
#include "schema/go/regexp/node.h"
#include "schema/go/regexp/ranges.h"
#include "schema/go/regexp/unicode.h"

namespace structural::go::regexp {
namespace {

constexpr std::size_t kFewRanges = 1000;

constexpr Range kAlnum[] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
constexpr Range kAlpha[] = {{'A', 'Z'}, {'a', 'z'}};
constexpr Range kAscii[] = {{0, 0x7F}};
constexpr Range kBlank[] = {{'\t', '\t'}, {' ', ' '}};
constexpr Range kCntrl[] = {{0, 0x1F}, {0x7F, 0x7F}};
constexpr Range kDigit[] = {{'0', '9'}};
constexpr Range kGraph[] = {{'!', '~'}};
constexpr Range kLower[] = {{'a', 'z'}};
constexpr Range kPrint[] = {{' ', '~'}};
constexpr Range kPunct[] = {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}};
constexpr Range kSpace[] = {{'\t', '\r'}, {' ', ' '}};
constexpr Range kPerlSpace[] = {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};
constexpr Range kUpper[] = {{'A', 'Z'}};
constexpr Range kWord[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
constexpr Range kXdigit[] = {{'0', '9'}, {'A', 'F'}, {'a', 'f'}};

struct NamedClass {
  std::string_view name;
  std::span<const Range> ranges;
};

constexpr NamedClass kPosixClasses[] = {{"alnum", kAlnum}, {"alpha", kAlpha},  {"ascii", kAscii}, {"blank", kBlank},
                                        {"cntrl", kCntrl}, {"digit", kDigit},  {"graph", kGraph}, {"lower", kLower},
                                        {"print", kPrint}, {"punct", kPunct},  {"space", kSpace}, {"upper", kUpper},
                                        {"word", kWord},   {"xdigit", kXdigit}};

void Append(std::span<const Range> clean, bool negated, bool folded, std::vector<Range>& to) {
  std::vector<Range> all;
  if (folded) {
    AppendFolded(clean, all);
    clean = std::span(all).first(Clean(all));
  }
  if (negated) return AppendNegated(clean, to);
  to.insert(to.end(), clean.begin(), clean.end());
}

bool RemovePrefix(std::string_view& text, char prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(1);
  return true;
}

// Reads the name in \pN or \p{Name}. The source must be after the p. `start` is the pattern from the backslash on,
// which error messages quote.
bool ReadName(Source& source, std::string_view start, std::string_view& name) {
  if (!source.StartsWith("{")) {
    const std::string_view letter = source.rest();
    char32_t rune;
    if (!source.Next(rune)) return false;
    name = source.Since(letter);
    return true;
  }
  const std::size_t end = source.rest().find('}');
  if (end == std::string_view::npos) {
    return source.CheckUtf8(start) && source.Fail(syntax_errors::kCharRange, start);
  }
  name = source.rest().substr(1, end - 1);
  source.Skip(end + 1);
  return source.CheckUtf8(name);
}

ClassFound ReadPosixClass(Source& source, Flags flags, std::vector<Range>& to) {
  if (!source.StartsWith("[:")) return ClassFound::kNo;
  const std::size_t end = source.rest().find(":]", 2);
  if (end == std::string_view::npos) return ClassFound::kNo;
  std::string_view name = source.rest().substr(2, end - 2);
  const bool negated = RemovePrefix(name, '^');
  const auto* named = std::ranges::find(kPosixClasses, name, &NamedClass::name);
  if (named == std::end(kPosixClasses)) {
    source.Fail(syntax_errors::kCharRange, source.rest().substr(0, end + 2));
    return ClassFound::kError;
  }
  Append(named->ranges, negated, (flags & kFoldCase) != 0, to);
  source.Skip(end + 2);
  return ClassFound::kYes;
}

ClassFound ReadNamedClass(Source& source, Flags flags, std::vector<Range>& to) {
  ClassFound found = ReadPosixClass(source, flags, to);
  if (found == ClassFound::kNo) found = ReadUnicodeClass(source, flags, to);
  return found != ClassFound::kNo ? found : ReadPerlClass(source, flags, to);
}

bool ReadCharacter(Source& source, std::string_view whole, char32_t& rune) {
  if (source.rest().empty()) return source.Fail(syntax_errors::kMissingBracket, whole);
  return source.StartsWith("\\") ? ReadEscape(source, rune) : source.Next(rune);
}

// Reads a single character or a range: a or a-z. A hyphen before ] is a character. `whole` is the pattern from the
// beginning of the class on, which error messages quote.
bool ReadRange(Source& source, std::string_view whole, Range& range) {
  const std::string_view start = source.rest();
  if (!ReadCharacter(source, whole, range.first)) return false;
  range.last = range.first;
  if (source.rest().size() < 2 || source.rest()[0] != '-' || source.rest()[1] == ']') return true;
  source.Skip(1);
  if (!ReadCharacter(source, whole, range.last)) return false;
  if (range.first <= range.last) return true;
  return source.Fail(syntax_errors::kCharRange, source.Since(start));
}

bool ReadItem(Source& source, std::string_view whole, Flags flags, std::vector<Range>& to) {
  const ClassFound named = ReadNamedClass(source, flags, to);
  if (named != ClassFound::kNo) return named == ClassFound::kYes;
  Range range;
  if (!ReadRange(source, whole, range)) return false;
  if ((flags & kFoldCase) != 0) {
    AppendFolded(range, to);
  } else {
    to.push_back(range);
  }
  return true;
}

}  // namespace

bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to) {
  const std::string_view whole = source.rest();
  source.Skip(1);
  const bool negated = source.StartsWith("^");
  if (negated) source.Skip(1);
  to.clear();
  std::size_t many = kFewRanges;
  for (bool first = true; first || !source.StartsWith("]"); first = false) {
    if (!ReadItem(source, whole, flags, to)) return false;
    if (to.size() < many) continue;
    to.resize(Clean(to));
    many = std::max(kFewRanges, 2 * to.size());
  }
  source.Skip(1);
  to.resize(Clean(to));
  if (!negated) return true;
  const std::vector<Range> lacking = to;
  to.clear();
  AppendNegated(lacking, to);
  return true;
}

ClassFound ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to) {
  if (source.rest().size() < 2 || source.rest()[0] != '\\') return ClassFound::kNo;
  const char letter = source.rest()[1];
  std::span<const Range> ranges;
  switch (letter | 0x20) {
    case 'd': ranges = kDigit; break;
    case 's': ranges = kPerlSpace; break;
    case 'w': ranges = kWord; break;
    default: return ClassFound::kNo;
  }
  Append(ranges, (letter & 0x20) == 0, (flags & kFoldCase) != 0, to);
  source.Skip(2);
  return ClassFound::kYes;
}

ClassFound ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to) {
  const std::string_view start = source.rest();
  if (!source.StartsWith("\\p") && !source.StartsWith("\\P")) return ClassFound::kNo;
  source.Skip(2);
  std::string_view name;
  if (!ReadName(source, start, name)) return ClassFound::kError;
  const bool negated = RemovePrefix(name, '^') != (start[1] == 'P');
  const std::optional<UnicodeTable> table = FindUnicodeTable(name);
  if (!table) {
    source.Fail(syntax_errors::kCharRange, source.Since(start));
    return ClassFound::kError;
  }
  Append(table->Ranges(), negated, (flags & kFoldCase) != 0 && table->FoldingAddsRunes(), to);
  return ClassFound::kYes;
}

namespace {

constexpr std::string_view kLetters = "afnrtv";
constexpr std::string_view kMeanings = "\a\f\n\r\t\v";

bool IsAlphanumeric(char32_t c) { return c < 0x80 && base::IsLetterOrDigit(static_cast<char>(c)); }

bool IsOctal(char32_t c) { return c >= '0' && c <= '7'; }

bool OctalFollows(const Source& source) {
  return !source.rest().empty() && IsOctal(static_cast<unsigned char>(source.rest().front()));
}

// Returns the value of a hexadecimal digit; -1 for any other character.
int HexDigit(char32_t c) { return c < 0x80 ? base::HexValue(static_cast<char>(c)) : -1; }

// Reads the rest of an octal escape. `first` is its first digit, which was already read. An escape has at most three
// digits.
char32_t ReadOctal(Source& source, char32_t first) {
  char32_t rune = first - '0';
  for (int digits = 1; digits < 3 && OctalFollows(source); ++digits) {
    rune = rune * 8 + static_cast<char32_t>(source.rest().front() - '0');
    source.Skip(1);
  }
  return rune;
}

// Reads the rest of a hexadecimal escape, after "\x{". Returns false, without recording an error, if the escape is
// invalid.
bool ReadBracedHex(Source& source, char32_t& rune) {
  rune = 0;
  for (int digits = 0; !source.rest().empty(); ++digits) {
    char32_t c;
    if (!source.Next(c)) return false;
    if (c == '}') return digits > 0;
    const int digit = HexDigit(c);
    if (digit < 0) return false;
    rune = rune * 16 + digit;
    if (rune > kLastRune) return false;
  }
  return false;
}

// Reads the rest of a hexadecimal escape, after "\x". Returns false, without recording an error, if the escape is
// invalid.
bool ReadHex(Source& source, char32_t& rune) {
  char32_t c;
  if (source.rest().empty() || !source.Next(c)) return false;
  if (c == '{') return ReadBracedHex(source, rune);
  const int high = HexDigit(c);
  if (!source.Next(c)) return false;
  const int low = HexDigit(c);
  if (high < 0 || low < 0) return false;
  rune = static_cast<char32_t>(high * 16 + low);
  return true;
}

// Reads the rest of an escape. Before the call, `rune` is the character after the backslash; afterwards, the character
// that the escape represents. Returns false, without recording an error, if the escape is invalid.
bool ReadMeaning(Source& source, char32_t& rune) {
  const char32_t c = rune;
  if (c == '0' || (IsOctal(c) && OctalFollows(source))) {
    rune = ReadOctal(source, c);
    return true;
  }
  if (c == 'x') return ReadHex(source, rune);
  if (c >= 0x80) return false;
  if (!IsAlphanumeric(c)) return true;
  const std::size_t letter = kLetters.find(static_cast<char>(c));
  if (letter == std::string_view::npos) return false;
  rune = static_cast<char32_t>(kMeanings[letter]);
  return true;
}

}  // namespace

bool ReadEscape(Source& source, char32_t& rune) {
  const std::string_view start = source.rest();
  source.Skip(1);
  if (source.rest().empty()) return source.Fail(syntax_errors::kTrailingBackslash, {});
  if (!source.Next(rune)) return false;
  if (ReadMeaning(source, rune)) return true;
  return source.error() ? false : source.Fail(syntax_errors::kEscape, source.Since(start));
}

}  // namespace structural::go::regexp
