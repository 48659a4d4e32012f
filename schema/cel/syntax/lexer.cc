#include "schema/cel/syntax/lexer.h"

#include <algorithm>

#include "schema/base/utf8.h"
#include "schema/cel/syntax/literals.h"

namespace structural::cel::syntax {
namespace {

struct Symbol {
  std::string_view text;
  TokenType type;
};

// Longer symbols precede their prefixes.
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

Token Lexer::Take(TokenType type, std::size_t length) {
  const Token token = {type, count_++, offset_, rest_.substr(0, length)};
  rest_.remove_prefix(length);
  offset_ += CodePoints(token.text);
  return token;
}

// Skips text that no rule matches, up to the character at which the last rule failed.
bool Lexer::SkipMistake(std::size_t reach) {
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
    if (scan.length > 0) return Take(scan.type, scan.length);
    if (!SkipMistake(scan.reach)) break;
  }
  Token end = Take(TokenType::kEnd, 0);
  end.text = "<EOF>";
  return end;
}

}  // namespace structural::cel::syntax
