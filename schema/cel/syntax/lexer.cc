#include "schema/cel/syntax/lexer.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "schema/base/utf8.h"
#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {
namespace {

// The lexer's rules for tokens with many texts: numbers, strings, identifiers.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), the lexer rules.
//
// A Scan is the result of applying a rule at the beginning of a text. Lengths and offsets are in bytes.
struct Scan {
  TokenType type = TokenType::kEnd;
  std::size_t length = 0;  // length of the longest token, 0 if none matches
  std::size_t reach = 0;   // offset of the first character that the rule does not accept
};

using base::HexValue;
using base::IsDigit;
using base::IsLetterOrDigit;

constexpr std::string_view kEscapes = "abfnrtv\"'\\?`";

// Returns the number of consecutive characters from `at` on for which `in_class` is true.
template <typename InClass>
std::size_t Run(std::string_view text, std::size_t at, InClass in_class) {
  std::size_t end = at;
  while (end < text.size() && in_class(text[end])) ++end;
  return end - at;
}

bool IsHex(char c) { return HexValue(c) >= 0; }
bool IsOctal(char c) { return c >= '0' && c <= '7'; }

std::size_t Digits(std::string_view text, std::size_t at) { return Run(text, at, IsDigit); }

// Returns the length of `('e' | 'E') ('+' | '-')? DIGIT+`, or 0.
std::size_t Exponent(std::string_view text, std::size_t at) {
  if (at >= text.size() || (text[at] != 'e' && text[at] != 'E')) return 0;
  std::size_t digits = at + 1;
  if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
  const std::size_t count = Digits(text, digits);
  return count == 0 ? 0 : digits + count - at;
}

// Returns the length of a NUM_FLOAT, or 0.
std::size_t Float(std::string_view text) {
  const std::size_t whole = Digits(text, 0);
  const bool point = whole < text.size() && text[whole] == '.';
  const std::size_t fraction = point ? Digits(text, whole + 1) : 0;
  if (fraction > 0) {
    const std::size_t end = whole + 1 + fraction;
    return end + Exponent(text, end);
  }
  const std::size_t exponent = whole > 0 ? Exponent(text, whole) : 0;
  return exponent > 0 ? whole + exponent : 0;
}

// The part of an escape sequence after its first two characters.
struct EscapeTail {
  std::size_t length;
  bool (*in_class)(char);
};

EscapeTail TailOf(char kind) {
  switch (kind) {
    case 'x':
    case 'X': return {2, IsHex};
    case 'u': return {4, IsHex};
    case 'U': return {8, IsHex};
    default: return {2, IsOctal};
  }
}

// Scans an escape sequence. `text` begins with its backslash.
Scan Escape(std::string_view text) {
  if (text.size() < 2) return {.reach = text.size()};
  const char kind = text[1];
  if (kEscapes.find(kind) != kEscapes.npos) return {.length = 2, .reach = 2};
  const bool has_tail = std::string_view("xXuU").find(kind) != std::string_view::npos;
  if (!has_tail && (kind < '0' || kind > '3')) return {.reach = 1};
  const EscapeTail tail = TailOf(kind);
  const std::size_t count = std::min(tail.length, Run(text.substr(0, 2 + tail.length), 2, tail.in_class));
  return {.length = count == tail.length ? 2 + count : 0, .reach = 2 + count};
}

// The quotes of a string literal, and the rules for the text between them.
struct Quotes {
  std::string_view mark;  // opening and closing quote
  bool raw;
  bool lines;  // whether line breaks are allowed
};

Scan ScanQuoted(std::string_view text, const Quotes& quotes) {
  if (!text.starts_with(quotes.mark)) return {};
  std::size_t at = quotes.mark.size();
  while (at < text.size()) {
    if (text.substr(at).starts_with(quotes.mark)) {
      at += quotes.mark.size();
      return {.length = at, .reach = at};
    }
    if (!quotes.lines && (text[at] == '\n' || text[at] == '\r')) return {.reach = at};
    if (quotes.raw || text[at] != '\\') {
      ++at;
      continue;
    }
    const Scan escape = Escape(text.substr(at));
    if (escape.length == 0) return {.reach = at + escape.reach};
    at += escape.length;
  }
  return {.reach = at};
}

bool IsOneOf(std::string_view text, std::size_t at, std::string_view characters) {
  return at < text.size() && characters.find(text[at]) != characters.npos;
}

// The following functions apply a rule to the rest of the source, which must not be empty.

Scan ScanSpace(std::string_view text) {
  const std::size_t space = std::min(text.find_first_not_of("\t \r\n\f"), text.size());
  if (space > 0) return {TokenType::kWhitespace, space, space};
  if (!text.starts_with("//")) return {};
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {TokenType::kComment, end, end};
}

Scan ScanNumber(std::string_view text) {
  const std::size_t digits = Digits(text, 0);
  const std::size_t hex = text.starts_with("0x") ? Run(text, 2, IsHex) : 0;
  const std::size_t whole = hex > 0 ? 2 + hex : digits;
  const std::size_t length = Float(text);
  if (length > whole) return {TokenType::kFloat, length, length};
  if (whole == 0) return {};
  if (IsOneOf(text, whole, "uU")) return {TokenType::kUint, whole + 1, whole + 1};
  return {TokenType::kInt, whole, whole};
}

Scan ScanIdentifier(std::string_view text) {
  if (IsDigit(text[0])) return {};
  const auto part = [](char c) { return IsLetterOrDigit(c) || c == '_'; };
  const std::size_t length = Run(text, 0, part);
  return {TokenType::kIdentifier, length, length};
}

Scan ScanEscapedIdentifier(std::string_view text) {
  if (text[0] != '`') return {};
  const auto part = [](char c) {
    return IsLetterOrDigit(c) || std::string_view("_.-/ ").find(c) != std::string_view::npos;
  };
  const std::size_t end = 1 + Run(text, 1, part);
  const bool closed = end > 1 && end < text.size() && text[end] == '`';
  return {TokenType::kEscapedIdentifier, closed ? end + 1 : 0, closed ? end + 1 : end};
}

// Scans a string with its prefix: r, b or br, in upper or lower case.
Scan ScanString(std::string_view text) {
  std::size_t prefix = 0;
  const bool bytes = IsOneOf(text, prefix, "bB");
  if (bytes) ++prefix;
  const bool raw = IsOneOf(text, prefix, "rR");
  if (raw) ++prefix;
  Scan best = {bytes ? TokenType::kBytes : TokenType::kString, 0, prefix};
  for (const Quotes& quotes :
       {Quotes{"\"\"\"", raw, true}, Quotes{"'''", raw, true}, Quotes{"\"", raw, false}, Quotes{"'", raw, false}}) {
    const Scan scan = ScanQuoted(text.substr(prefix), quotes);
    if (scan.length > 0) best.length = std::max(best.length, prefix + scan.length);
    best.reach = std::max(best.reach, prefix + scan.reach);
  }
  return best;
}

struct Symbol {
  std::string_view text;
  TokenType type;
};

// The operators and brackets. A symbol precedes the symbols that are its prefixes.
constexpr Symbol kSymbols[] = {
    {"==", TokenType::kEquals},        {"!=", TokenType::kNotEquals}, {"<=", TokenType::kLessEquals},
    {">=", TokenType::kGreaterEquals}, {"&&", TokenType::kAnd},       {"||", TokenType::kOr},
    {"<", TokenType::kLess},           {">", TokenType::kGreater},    {"[", TokenType::kLeftBracket},
    {"]", TokenType::kRightBracket},   {"{", TokenType::kLeftBrace},  {"}", TokenType::kRightBrace},
    {"(", TokenType::kLeftParen},      {")", TokenType::kRightParen}, {".", TokenType::kDot},
    {",", TokenType::kComma},          {"-", TokenType::kMinus},      {"!", TokenType::kExclamation},
    {"?", TokenType::kQuestion},       {":", TokenType::kColon},      {"+", TokenType::kPlus},
    {"*", TokenType::kStar},           {"/", TokenType::kSlash},      {"%", TokenType::kPercent},
};

constexpr Symbol kKeywords[] = {
    {"in", TokenType::kIn},
    {"true", TokenType::kTrue},
    {"false", TokenType::kFalse},
    {"null", TokenType::kNull},
};

Scan ScanSymbol(std::string_view text) {
  Scan scan;
  for (const Symbol& symbol : kSymbols) {
    if (text.starts_with(symbol.text)) return {symbol.type, symbol.text.size(), symbol.text.size()};
    if (text[0] == symbol.text[0]) scan.reach = 1;  // only the first character of a symbol of two characters matches
  }
  return scan;
}

Scan ScanWord(std::string_view text) {
  Scan scan = ScanIdentifier(text);
  for (const Symbol& keyword : kKeywords) {
    if (text.substr(0, scan.length) == keyword.text) scan.type = keyword.type;
  }
  return scan;
}

Scan Longest(std::string_view text) {
  Scan best;
  for (const auto rule : {ScanSymbol, ScanSpace, ScanNumber, ScanString, ScanWord, ScanEscapedIdentifier}) {
    const Scan scan = rule(text);
    if (scan.length > best.length) {
      best.type = scan.type;
      best.length = scan.length;
    }
    best.reach = std::max(best.reach, scan.reach);
  }
  return best;
}

Offset CodePoints(std::string_view text) {
  Offset count = 0;
  for (const char c : text) count += (c & 0xC0) != 0x80;
  return count;
}

}  // namespace

Token Lexer::NewToken(TokenType type, std::size_t length) {
  const Token token = {type, token_count_++, offset_, rest_.substr(0, length)};
  rest_.remove_prefix(length);
  offset_ += CodePoints(token.text);
  return token;
}

// Skips text that no rule matches, up to the character at which the last rule failed. Returns false if the lexer must
// stop.
bool Lexer::SkipInvalidText(std::size_t reach) {
  const std::size_t last = reach < rest_.size() ? base::DecodeRune(rest_.substr(reach)).size : 0;
  const std::string_view text = rest_.substr(0, reach + last);
  const Offset at = offset_;
  rest_.remove_prefix(text.size());
  offset_ += CodePoints(text);
  return errors_.OnSyntaxError(at, "token recognition error at: '" + std::string(text) + "'");
}

Token Lexer::Next() {
  while (!rest_.empty()) {
    const Scan scan = Longest(rest_);
    if (scan.length > 0) return NewToken(scan.type, scan.length);
    if (!SkipInvalidText(scan.reach)) break;
  }
  Token end = NewToken(TokenType::kEnd, 0);
  end.text = "<EOF>";
  return end;
}

namespace {

constexpr TokenSet kSkipped = {TokenType::kWhitespace, TokenType::kComment};

}  // namespace

const Token& TokenStream::At(std::size_t index) {
  while (visible_tokens_.size() <= index) {
    if (!visible_tokens_.empty() && all_tokens_.back().type == TokenType::kEnd) return all_tokens_.back();
    all_tokens_.push_back(lexer_.Next());
    if (!kSkipped.Has(all_tokens_.back().type)) visible_tokens_.push_back(all_tokens_.back().index);
  }
  return all_tokens_[visible_tokens_[index]];
}

std::string TokenStream::Text(const Token& first, const Token& last) const {
  std::string text;
  for (std::int32_t i = first.index; i <= last.index; ++i) {
    if (all_tokens_[i].type != TokenType::kEnd) text += all_tokens_[i].text;
  }
  return text;
}

}  // namespace structural::cel::syntax
