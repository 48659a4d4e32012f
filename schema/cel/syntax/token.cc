#include "schema/cel/syntax/token.h"

#include <bit>

namespace structural::cel::syntax {
namespace {

constexpr std::string_view kLiteralNames[] = {
    "",    "'=='", "'!='", "'in'", "'<'", "'<='", "'>='",   "'>'",     "'&&'",   "'||'",
    "'['", "']'",  "'{'",  "'}'",  "'('", "')'",  "'.'",    "','",     "'-'",    "'!'",
    "'?'", "':'",  "'+'",  "'*'",  "'/'", "'%'",  "'true'", "'false'", "'null'",
};

constexpr std::string_view kSymbolicNames[] = {
    "WHITESPACE", "COMMENT", "NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES", "IDENTIFIER", "ESC_IDENTIFIER",
};

std::string_view Name(TokenType type) {
  if (type == TokenType::kEnd) return "<EOF>";
  const std::string_view literal = LiteralName(type);
  if (!literal.empty()) return literal;
  return kSymbolicNames[static_cast<int>(type) - static_cast<int>(TokenType::kWhitespace)];
}

}  // namespace

std::string_view LiteralName(TokenType type) {
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(kLiteralNames) ? kLiteralNames[index] : std::string_view();
}

TokenType TokenSet::First() const { return static_cast<TokenType>(std::countr_zero(bits_)); }

std::string TokenSet::Display() const {
  std::string names;
  for (std::uint64_t left = WithoutEndOfRule().bits_; left != 0; left &= left - 1) {
    if (!names.empty()) names += ", ";
    names += Name(static_cast<TokenType>(std::countr_zero(left)));
  }
  const bool one = std::has_single_bit(WithoutEndOfRule().bits_);
  return one ? names : "{" + names + "}";
}

}  // namespace structural::cel::syntax
