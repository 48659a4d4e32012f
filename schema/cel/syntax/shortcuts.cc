#include "schema/cel/syntax/shortcuts.h"

namespace structural::cel::syntax {
namespace {

using enum TokenType;

constexpr TokenSet kComparisons = {kEquals, kNotEquals, kIn, kLess, kLessEquals, kGreaterEquals, kGreater};
constexpr TokenSet kProducts = {kStar, kSlash, kPercent};
constexpr TokenSet kSums = {kPlus, kMinus};
constexpr TokenSet kLiterals = {kInt, kUint, kFloat, kString, kBytes, kTrue, kFalse, kNull};
constexpr TokenSet kNumbers = {kInt, kFloat};
constexpr TokenSet kMembers = {kDot, kLeftBracket};
constexpr TokenSet kPrimaries = TokenSet{kDot, kIdentifier, kLeftParen, kLeftBracket, kLeftBrace} | kLiterals;
constexpr TokenSet kNames = {kIdentifier, kEscapedIdentifier};
constexpr TokenSet kExpressions = kPrimaries | TokenSet{kMinus, kExclamation};

Shortcut Certain(int alternative) { return {Shortcut::kCertain, alternative}; }
Shortcut If(bool holds, int one, int other) { return Certain(holds ? one : other); }

// Predicts whether the loop of a left-recursive rule continues (alternative 1) or ends (2).
Shortcut PredictLoop(const State& decision, TokenStream& tokens, int precedence) {
  const TokenType type = tokens.Type();
  switch (decision.rule) {
    case Rule::kRelation: return If(kComparisons.Has(type) && precedence <= 1, 1, 2);
    case Rule::kCalc: return If((kProducts.Has(type) && precedence <= 2) || (kSums.Has(type) && precedence <= 1), 1, 2);
    default: return If(kMembers.Has(type), 1, 2);
  }
}

Shortcut PredictOperation(TokenStream& tokens) {
  if (kProducts.Has(tokens.Type())) return Certain(1);
  return kSums.Has(tokens.Type()) ? Certain(2) : Shortcut();
}

// Predicts the part after an operand: .field, .?field, .function( or [index.
Shortcut PredictMember(TokenStream& tokens) {
  if (tokens.Type() == kLeftBracket) return Certain(3);
  if (tokens.Type() != kDot) return {};
  const TokenType name = tokens.Type(2);
  if (name == kQuestion || name == kEscapedIdentifier) return Certain(1);
  if (name != kIdentifier) return {};
  return If(tokens.Type(3) == kLeftParen, 2, 1);
}

// Predicts the alternative of a minus before a number: part of the literal, or an operator. Both are valid, and ANTLR
// chooses the lower alternative, which is the literal's (`of_number`). If the number has members, as in -1.a, ANTLR
// reads further, and a syntax error can lead to the other alternative.
Shortcut PredictSign(TokenStream& tokens, int of_number) {
  if (kMembers.Has(tokens.Type(3))) return {Shortcut::kLikely, of_number};
  return Certain(of_number);
}

Shortcut PredictUnary(TokenStream& tokens) {
  const TokenType first = tokens.Type();
  if (first == kExclamation) return Certain(2);
  if (kPrimaries.Has(first)) return Certain(1);
  if (first != kMinus) return {};
  if (kNumbers.Has(tokens.Type(2))) return PredictSign(tokens, 1);
  const bool operand = kPrimaries.Has(tokens.Type(2)) || tokens.Type(2) == kMinus;
  return operand ? Certain(3) : Shortcut();
}

// Predicts the part after a minus operator: another minus operator (alternative 1), or the operand (2).
Shortcut PredictMoreMinuses(TokenStream& tokens) {
  if (kPrimaries.Has(tokens.Type())) return Certain(2);
  if (tokens.Type() != kMinus) return {};
  if (kNumbers.Has(tokens.Type(2))) return PredictSign(tokens, 1);
  const bool operand = kPrimaries.Has(tokens.Type(2)) || tokens.Type(2) == kMinus;
  return operand ? Certain(1) : Shortcut();
}

// Predicts a name, a call, or a message: a, a( or a.b.c{.
Shortcut PredictName(TokenStream& tokens) {
  std::size_t ahead = tokens.Type() == kDot ? 2 : 1;
  if (tokens.Type(ahead) != kIdentifier) return {};
  if (tokens.Type(++ahead) == kLeftParen) return Certain(2);
  while (tokens.Type(ahead) == kDot && tokens.Type(ahead + 1) == kIdentifier) ahead += 2;
  return If(tokens.Type(ahead) == kLeftBrace, 6, 1);
}

Shortcut PredictPrimary(TokenStream& tokens) {
  switch (tokens.Type()) {
    case kLeftParen: return Certain(3);
    case kLeftBracket: return Certain(4);
    case kLeftBrace: return Certain(5);
    case kMinus: return Certain(7);
    case kDot:
    case kIdentifier: return PredictName(tokens);
    default: return kLiterals.Has(tokens.Type()) ? Certain(7) : Shortcut();
  }
}

Shortcut PredictLiteral(TokenStream& tokens) {
  const bool sign = tokens.Type() == kMinus;
  const TokenType number = tokens.Type(sign ? 2 : 1);
  if (number == kInt) return Certain(1);
  if (number == kFloat) return Certain(3);
  if (sign || !kLiterals.Has(number)) return {};
  constexpr TokenType kOthers[] = {kUint, kFloat, kString, kBytes, kTrue, kFalse, kNull};
  int alternative = 2;
  for (const TokenType other : kOthers) {
    if (number == other) break;
    ++alternative;
  }
  return Certain(alternative);
}

// Predicts whether another element or entry follows (alternative 1) or the list ends (2). `parts` are the tokens that
// an element or entry can begin with, in addition to `?`.
Shortcut PredictComma(TokenStream& tokens, TokenSet parts) {
  if (tokens.Type() != kComma) return Certain(2);
  return If((parts | TokenSet{kQuestion}).Has(tokens.Type(2)), 1, 2);
}

}  // namespace

Shortcut FindShortcut(const State& decision, TokenStream& tokens, int precedence) {
  if (decision.left_recursive) return PredictLoop(decision, tokens, precedence);
  switch (decision.rule) {
    case Rule::kCalc: return PredictOperation(tokens);
    case Rule::kMember: return PredictMember(tokens);
    case Rule::kUnary: return decision.type == State::kPlusBack ? PredictMoreMinuses(tokens) : PredictUnary(tokens);
    case Rule::kPrimary: return PredictPrimary(tokens);
    case Rule::kLiteral: return PredictLiteral(tokens);
    case Rule::kListInit:
    case Rule::kMapInitializerList: return PredictComma(tokens, kExpressions);
    case Rule::kFieldInitializerList: return PredictComma(tokens, kNames);
    default: return {};
  }
}

}  // namespace structural::cel::syntax
