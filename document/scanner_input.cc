#include "document/scanner_input.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::document {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";
// Characters that end a tag in newer releases of libyaml, but not in kubectl.
constexpr std::string_view kOnlyInTags = ",[]";
constexpr char kColon = 'x';         // replaces a colon that libyaml would not accept
constexpr char kTagCharacter = ';';  // replaces one of kOnlyInTags in a tag

bool Contains(std::string_view text, char c) { return text.find(c) != text.npos; }

bool IsWord(char c) { return base::IsLetterOrDigit(c) || c == '_' || c == '-'; }

bool IsOfTag(char c) {
  constexpr std::string_view kOthers = ";/?:@&=+$.!~*'()%";
  return IsWord(c) || Contains(kOthers, c);
}

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool BeginsLine(std::string_view before) {
  constexpr std::string_view kBreaks[] = {"\n", "\r", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
  return std::ranges::any_of(kBreaks, [&](auto text) { return before.ends_with(text); });
}

// Returns a code point for private use, of three bytes, that the text does not contain. If the text contains all of
// them, returns control characters, which libyaml rejects.
std::string FindStandIn(std::string_view text) {
  constexpr char32_t kFirst = 0xE000, kLast = 0xF8FF;  // range of code points for private use
  std::vector<bool> used(kLast - kFirst + 1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (static_cast<unsigned char>(text[at]) < 0xEE) continue;
    const char32_t rune = base::DecodeRune(text.substr(at)).value;
    if (rune >= kFirst && rune <= kLast) used[rune - kFirst] = true;
  }
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused == used.end()) return "\x01\x01\x01";
  std::string found;
  base::AppendRune(kFirst + static_cast<char32_t>(unused - used.begin()), found);
  return found;
}

bool EndsEntry(std::string_view text, std::size_t at) {
  constexpr std::string_view kEnds = ",]}";
  return at < text.size() && Contains(kEnds, text[at]);
}

// Returns the offset of the first character at or after `at` that is not a space or in a comment.
std::size_t SkipToProperty(std::string_view text, std::size_t at) {
  while (at < text.size() && (IsSpace(text[at]) || text[at] == '#')) {
    at = text[at] == '#' ? std::min(text.find('\n', at), text.size()) : at + 1;
  }
  return at;
}

std::size_t EndOfTag(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("!<")) return std::min(text.find('>', at), text.size() - 1) + 1;
  while (at < text.size() && IsOfTag(text[at])) ++at;
  return at;
}

}  // namespace

ScannerInput::ScannerInput(std::string_view text) : text_(text) {
  if (text.find(kMark, 1) != text.npos) ReplaceByteOrderMarks();
}

std::string& ScannerInput::ScannedText() {
  if (replaced_text_.empty()) replaced_text_ = text_;
  return replaced_text_;
}

// Replaces each byte order mark at the start of a line, because libyaml would skip it.
void ScannerInput::ReplaceByteOrderMarks() {
  for (std::size_t at = 1; (at = text_.find(kMark, at)) != text_.npos; ++at) {
    if (!BeginsLine(text_.substr(0, at))) continue;
    if (mark_stand_in_.empty()) mark_stand_in_ = FindStandIn(text_);
    ScannedText().replace(at, kMark.size(), mark_stand_in_);
  }
}

std::size_t ScannerInput::ContinueTag(std::size_t begin) {
  std::size_t end = begin;
  const auto goes_on = [&] { return end < view().size() && Contains(kOnlyInTags, view()[end]); };
  if (!goes_on()) return 0;
  while (goes_on() || (end < view().size() && IsOfTag(view()[end]))) {
    if (goes_on()) ScannedText()[end] = kTagCharacter;
    ++end;
  }
  return end - begin;
}

std::size_t ScannerInput::ReplaceColonInPlainText(std::size_t at) {
  if (at >= view().size() || view()[at] != ':' || !EndsEntry(view(), at + 1)) return 0;
  ScannedText()[at] = kColon;
  colons_.insert(std::ranges::upper_bound(colons_, at), at);
  return 1;
}

std::optional<std::size_t> ScannerInput::FindCommaThatEndsTag(std::size_t begin) const {
  const std::string_view given = view();
  std::size_t at = begin;
  if (at < given.size() && given[at] == '&') {
    for (++at; at < given.size() && IsWord(given[at]);) ++at;
    at = SkipToProperty(given, at);
  }
  if (at >= given.size() || given[at] != '!') return std::nullopt;
  at = EndOfTag(given, at);
  if (at < given.size() && given[at] == ',') return at;
  return std::nullopt;
}

void ScannerInput::Restore(std::span<char> value, std::size_t begin, std::size_t end) const {
  if (!mark_stand_in_.empty()) {
    const auto end_of_value = value.end();
    const auto next = [&](auto from) {
      return std::search(from, end_of_value, mark_stand_in_.begin(), mark_stand_in_.end());
    };
    for (auto at = next(value.begin()); at != end_of_value; at = next(at)) {
      at = std::ranges::copy(kMark, at).out;
    }
  }
  const auto first = std::ranges::lower_bound(colons_, begin);
  if (first == colons_.end() || *first >= end) return;
  // Visits the value and its source from their ends, because the source may begin with a tag. A plain value has the
  // characters of its source, except spaces, so the last kColon of the value is the last one of the source, and so on.
  std::size_t left = value.size();
  while (end-- > begin) {
    if (view()[end] != kColon) continue;
    while (left > 0 && value[left - 1] != kColon) --left;
    if (left == 0) return;
    value[--left] = text_[end];
  }
}

// At the start of each line, kubectl's scanner checks whether its buffer begins with a byte order mark. It should check
// its own position instead, so a mark at the start of the buffer makes it skip characters of the current line. The
// buffer is filled in blocks of 512 bytes. It begins at most three characters before the end of the previous block.
std::optional<std::size_t> FindHarmfulMark(std::string_view text) {
  constexpr std::size_t kBlock = 512, kAhead = 3;
  if (text.starts_with(kMark) && text.substr(kMark.size()).starts_with(kMark)) return kMark.size();
  if (text.find(kMark, 1) == text.npos) return std::nullopt;
  for (std::size_t end = kBlock; end < text.size(); end += kBlock) {
    while (IsContinuation(text[end])) --end;
    std::size_t at = end;
    for (std::size_t i = 0; i <= kAhead; ++i) {
      if (text.substr(at).starts_with(kMark)) return at;
      do --at;
      while (IsContinuation(text[at]));
    }
  }
  return std::nullopt;
}

bool HasSlashEscape(std::string_view source) {
  for (std::size_t at = 0; at + 1 < source.size(); ++at) {
    if (source[at] != '\\') continue;
    if (source[++at] == '/') return true;
  }
  return false;
}

}  // namespace structural::document
