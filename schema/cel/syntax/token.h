// The tokens of CEL with ANTLR's numbers, whose order its messages use.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "schema/cel/source.h"

namespace structural::cel::syntax {

enum class TokenType : std::uint8_t {
  kEnd,
  kEquals,
  kNotEquals,
  kIn,
  kLess,
  kLessEquals,
  kGreaterEquals,
  kGreater,
  kAnd,
  kOr,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kLeftParen,
  kRightParen,
  kDot,
  kComma,
  kMinus,
  kExclamation,
  kQuestion,
  kColon,
  kPlus,
  kStar,
  kSlash,
  kPercent,
  kTrue,
  kFalse,
  kNull,
  kWhitespace,
  kComment,
  kFloat,
  kInt,
  kUint,
  kString,
  kBytes,
  kIdentifier,
  kEscapedIdentifier,
};

struct Token {
  // The index of a token that is not in the text.
  static constexpr std::int32_t kMissing = -1;

  TokenType type = TokenType::kEnd;
  std::int32_t index = kMissing;  // among all tokens, including skipped ones
  Offset offset = 0;
  std::string_view text;  // a part of the source; "<EOF>" at its end
};

// A set of token types. A value type.
class TokenSet {
 public:
  constexpr TokenSet() = default;
  constexpr TokenSet(std::initializer_list<TokenType> types) {
    for (const TokenType type : types) bits_ |= Bit(type);
  }

  // A pseudo token: the rule can end here.
  static constexpr TokenSet EndOfRule() { return TokenSet(std::uint64_t{1} << 63); }

  constexpr bool Has(TokenType type) const { return (bits_ & Bit(type)) != 0; }
  constexpr bool HasEndOfRule() const { return Overlaps(EndOfRule()); }
  constexpr bool Overlaps(TokenSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }

  constexpr TokenSet operator|(TokenSet other) const { return TokenSet(bits_ | other.bits_); }
  constexpr TokenSet& operator|=(TokenSet other) { return *this = *this | other; }
  constexpr TokenSet WithoutEndOfRule() const { return TokenSet(bits_ & ~EndOfRule().bits_); }

  // Precondition: the set is not empty.
  TokenType First() const;

  // Prints the set like ANTLR: {'[', '{', IDENTIFIER}, or without braces if it has one element.
  std::string Display() const;

 private:
  constexpr explicit TokenSet(std::uint64_t bits) : bits_(bits) {}
  static constexpr std::uint64_t Bit(TokenType type) { return std::uint64_t{1} << static_cast<int>(type); }

  std::uint64_t bits_ = 0;
};

// Returns the quoted literal, such as '=='; empty for types with many texts.
std::string_view LiteralName(TokenType type);

}  // namespace structural::cel::syntax
