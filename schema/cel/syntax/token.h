// The tokens of CEL. They have the same numbers as in ANTLR, because ANTLR's messages list tokens by number.
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
  // The index of a token that error recovery made, and that is not in the source.
  static constexpr std::int32_t kNotInSource = -1;

  TokenType type = TokenType::kEnd;
  std::int32_t index = kNotInSource;  // position among all tokens of the source, including white space and comments
  Offset offset = 0;
  std::string_view text;  // a part of the source; "<EOF>" for kEnd
};

// A set of token types. A value type.
class TokenSet {
 public:
  constexpr TokenSet() = default;
  constexpr TokenSet(std::initializer_list<TokenType> types) {
    for (const TokenType type : types) bits_ |= Bit(type);
  }

  // Returns a set that has only a pseudo token. If the tokens that can follow a state include the pseudo token, the
  // state's rule can end.
  static constexpr TokenSet Epsilon() { return TokenSet(std::uint64_t{1} << 63); }

  constexpr bool Has(TokenType type) const { return (bits_ & Bit(type)) != 0; }
  constexpr bool HasEndOfRule() const { return Overlaps(Epsilon()); }
  constexpr bool Overlaps(TokenSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }

  constexpr TokenSet operator|(TokenSet other) const { return TokenSet(bits_ | other.bits_); }
  constexpr TokenSet& operator|=(TokenSet other) { return *this = *this | other; }
  constexpr TokenSet WithoutEndOfRule() const { return TokenSet(bits_ & ~Epsilon().bits_); }

  // Returns the token type with the smallest number. Precondition: the set is not empty.
  TokenType First() const;

  // Prints the set like ANTLR: {'[', '{', IDENTIFIER}, or without braces if it has one element.
  std::string Display() const;

 private:
  constexpr explicit TokenSet(std::uint64_t bits) : bits_(bits) {}
  static constexpr std::uint64_t Bit(TokenType type) { return std::uint64_t{1} << static_cast<int>(type); }

  std::uint64_t bits_ = 0;
};

// Returns the text of all tokens of the type in quotes, such as '=='; empty if tokens of the type can have different
// texts.
std::string_view LiteralName(TokenType type);

}  // namespace structural::cel::syntax
