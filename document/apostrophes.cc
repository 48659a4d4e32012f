#include "document/apostrophes.h"

#include <algorithm>
#include <new>

#include "document/flow_levels.h"
#include "schema/base/utf8.h"

namespace structural::document {
namespace {

constexpr std::string_view kEscape = "\\'";

// Returns a character that the text does not contain, also not as an escape such as \u0123. Returns an empty string if
// the text contains all candidates. Candidates are characters whose hexadecimal number has no letters, because escapes
// can have letters in either case.
std::string FindUnusedDigit(std::string_view text) {
  for (int hundreds = 1; hundreds < 8; ++hundreds) {
    for (int rest = 0; rest < 100; ++rest) {
      const std::string digits = {'0', static_cast<char>('0' + hundreds), static_cast<char>('0' + rest / 10),
                                  static_cast<char>('0' + rest % 10)};
      std::string found;
      base::AppendRune(static_cast<char32_t>(std::stoi(digits, nullptr, 16)), found);
      if (text.find(found) == text.npos && text.find(digits) == text.npos) return found;
    }
  }
  return {};
}

}  // namespace

bool IsUnknownEscape(const yaml_parser_t& parser) {
  constexpr std::string_view kProblem = "found unknown escape character";
  return parser.error == YAML_SCANNER_ERROR && parser.problem == kProblem;
}

bool EscapedApostrophes::Replace(std::string_view text) {
  if (replaced_.empty()) {
    stand_in_ = FindUnusedDigit(text);
    if (stand_in_.empty()) return false;
    replaced_ = text;
  }
  const std::size_t before = places_.size();
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) throw std::bad_alloc();
  Pieces pieces{replaced_};
  yaml_parser_set_input(&parser, Pieces::Read, &pieces);
  Scan(parser, pieces);
  yaml_parser_delete(&parser);
  std::ranges::sort(places_);
  return places_.size() > before;
}

int EscapedApostrophes::Pieces::Read(void* pieces, unsigned char* to, std::size_t size, std::size_t* read) {
  auto& from = *static_cast<Pieces*>(pieces);
  *read = from.text.copy(reinterpret_cast<char*>(to), std::min(size, from.size), from.at);
  from.at += *read;
  from.size = std::min(2 * from.size, kMaxSize);
  return 1;
}

// Scans the text with libyaml, and replaces each \' at which libyaml stops. Ends at the end of the text or at another
// error.
void EscapedApostrophes::Scan(yaml_parser_t& parser, Pieces& pieces) {
  FlowLevels levels;
  MarkOffset offset;
  for (bool more = true; more;) {
    yaml_token_t token;
    levels.Hide(parser);
    if (yaml_parser_scan(&parser, &token) == 0) {
      more = Resume(parser, pieces, offset);
      continue;
    }
    more = token.type != YAML_STREAM_END_TOKEN;
    yaml_token_delete(&token);
  }
  levels.Show(parser);
}

// Replaces the \' in the string in which the scanner stopped, and makes the scanner read that string again. This is
// possible because the string is not among the scanner's tokens yet, and the scanner recorded at the string's start
// whether it can be a key. Returns false, and does nothing, if the scanner stopped for another reason.
//
// Upstream: libyaml scanner.c yaml_parser_fetch_flow_scalar, reader.c yaml_parser_update_buffer
// (0.2.5).
bool EscapedApostrophes::Resume(yaml_parser_t& parser, Pieces& pieces, MarkOffset& offset) {
  if (!IsUnknownEscape(parser)) return false;
  const yaml_mark_t begin = parser.context_mark;
  const std::size_t begin_at = offset.Of(begin, replaced_);
  const std::size_t at = MarkOffset(offset).Of(parser.problem_mark, replaced_);
  if (replaced_.compare(at, kEscape.size(), kEscape) != 0) return false;
  ReplaceString(at, parser.problem_mark);
  pieces.at = begin_at;
  pieces.size = Pieces::kMinSize;
  parser.raw_buffer.pointer = parser.raw_buffer.last = parser.raw_buffer.start;
  parser.buffer.pointer = parser.buffer.last = parser.buffer.start;
  parser.unread = 0;
  parser.eof = 0;
  parser.offset = begin_at;
  parser.mark = begin;
  parser.error = YAML_NO_ERROR;
  return true;
}

// Replaces each \' from `at`, which is within double quotes, to the closing quote.
void EscapedApostrophes::ReplaceString(std::size_t at, const yaml_mark_t& mark) {
  Place place{mark.line, mark.column};
  while (at < replaced_.size() && replaced_[at] != '"') {
    const std::size_t begin = at;
    const bool escaped = replaced_[at] == '\\' && at + 1 < replaced_.size();
    if (replaced_.compare(at, kEscape.size(), kEscape) == 0) {
      replaced_.replace(at, kEscape.size(), stand_in_);
      places_.push_back(place);
    }
    at += escaped ? 2 : 1;
    for (std::size_t i = begin; i < at; ++i) {
      if (replaced_[i] == '\n') {
        place = {place.line + 1, 0};
      } else if (!IsContinuation(replaced_[i])) {
        ++place.column;
      }
    }
  }
}

void EscapedApostrophes::Restore(yaml_event_t& event) const {
  if (stand_in_.empty() || event.type != YAML_SCALAR_EVENT) return;
  auto& scalar = event.data.scalar;
  if (scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE) return;
  auto* const value = reinterpret_cast<char*>(scalar.value);
  const std::string_view text(value, scalar.length);
  char* to = value;
  for (std::size_t at = 0; at < text.size();) {
    const bool stands_in = text.substr(at).starts_with(stand_in_);
    *to++ = stands_in ? '\'' : text[at];
    at += stands_in ? stand_in_.size() : 1;
  }
  *to = '\0';
  scalar.length = static_cast<std::size_t>(to - value);
}

std::size_t EscapedApostrophes::CountBefore(const yaml_mark_t& mark) const {
  const auto first = std::ranges::lower_bound(places_, Place{mark.line, 0});
  const auto last = std::ranges::lower_bound(places_, Place{mark.line, mark.column});
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(last - first, 0));
}

}  // namespace structural::document
