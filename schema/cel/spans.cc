#include "schema/cel/spans.h"

#include <algorithm>
#include <utility>

#include "schema/cel/expr.h"
#include "schema/cel/syntax/lexer.h"

namespace structural::cel {
namespace {

using syntax::TokenType;

class IgnoreSyntaxErrors final : public syntax::ErrorListener {
 public:
  bool OnSyntaxError(Offset, std::string) override { return true; }
};

constexpr syntax::TokenSet kOpening = {TokenType::kLeftParen, TokenType::kLeftBracket, TokenType::kLeftBrace};
constexpr syntax::TokenSet kClosing = {TokenType::kRightParen, TokenType::kRightBracket, TokenType::kRightBrace};
constexpr syntax::TokenSet kSkipped = {TokenType::kWhitespace, TokenType::kComment};
// Tokens that an operand of `.`, `[` or `(` can end with.
constexpr syntax::TokenSet kOperandEnds =
    kClosing | syntax::TokenSet{TokenType::kIdentifier, TokenType::kEscapedIdentifier,
                                TokenType::kString,     TokenType::kBytes,
                                TokenType::kInt,        TokenType::kUint,
                                TokenType::kFloat,      TokenType::kTrue,
                                TokenType::kFalse,      TokenType::kNull};

}  // namespace

Spans::Spans(const Source& source, const NodePositions& places)
    : places_(places), ranges_(static_cast<std::size_t>(places.last_id()) + 1) {
  IgnoreSyntaxErrors mistakes;
  syntax::Lexer lexer(source, mistakes);
  std::vector<std::size_t> open;
  for (Token token = lexer.Next(); token.type != TokenType::kEnd; token = lexer.Next()) {
    if (kSkipped.Has(token.type)) continue;
    const std::size_t at = tokens_.size();
    tokens_.push_back(token);
    matching_brackets_.push_back(at);
    if (kOpening.Has(token.type)) open.push_back(at);
    if (!kClosing.Has(token.type) || open.empty()) continue;
    matching_brackets_[at] = open.back();
    matching_brackets_[open.back()] = at;
    open.pop_back();
  }
}

std::string_view Spans::TextOf(const Expr& expr) {
  const Range range = RangeOf(expr);
  if (range.empty()) return {};
  const std::string_view first = tokens_[range.first].text, last = tokens_[range.last].text;
  return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

Spans::Range Spans::RangeOf(const Expr& expr) {
  Range& known = ranges_[static_cast<std::size_t>(expr.id)];
  if (known.empty()) known = WithMatchingBrackets(FindRange(expr));
  return known;
}

Spans::Range Spans::FindRange(const Expr& expr) {
  const std::size_t at = TokenAt(places_.Find(expr.id));
  if (at == tokens_.size()) return {};
  const bool operand = at > 0 && kOperandEnds.Has(tokens_[at - 1].type);
  switch (tokens_[at].type) {
    case TokenType::kLeftParen: return {BeginOfOperand(at), matching_brackets_[at]};
    case TokenType::kLeftBracket:
    case TokenType::kLeftBrace: return {operand ? BeginOfOperand(at) : at, matching_brackets_[at]};
    case TokenType::kDot: {
      std::size_t last = std::min(at + 1, tokens_.size() - 1);
      if (tokens_[last].type == TokenType::kQuestion) ++last;
      return {BeginOfOperand(at), std::min(last, tokens_.size() - 1)};
    }
    default: return RangeOfParts(expr, at);
  }
}

// Returns the range of tokens of a node whose own token is at the index `at`. The range of an operator is from its
// first operand to its last one. The range of a name or a literal is one token.
Spans::Range Spans::RangeOfParts(const Expr& expr, std::size_t at) {
  Range range{at, at};
  for (const Expr* part : PartsOf(expr)) {
    const Range of_part = RangeOf(*part);
    if (of_part.empty()) continue;
    range.first = std::min(range.first, of_part.first);
    range.last = std::max(range.last, of_part.last);
  }
  return range;
}

// Returns the range, extended until it contains the matching bracket of each of its brackets.
Spans::Range Spans::WithMatchingBrackets(Range range) const {
  for (std::size_t i = range.first; !range.empty() && i <= range.last; ++i) {
    range.first = std::min(range.first, matching_brackets_[i]);
    range.last = std::max(range.last, matching_brackets_[i]);
  }
  return range;
}

// Returns the index of the first token of the operand that ends before the token `before`. For the parenthesis in
// `a.b[0].c(`, this is the index of `a`.
std::size_t Spans::BeginOfOperand(std::size_t before) const {
  std::size_t at = before;
  while (at > 0 && kOperandEnds.Has(tokens_[at - 1].type)) {
    at = std::min(at - 1, matching_brackets_[at - 1]);
    const bool group = kOpening.Has(tokens_[at].type);
    // If an operand directly precedes the brackets, they belong to a call or an index. Then the search continues with
    // that operand.
    if (group && at > 0 && kOperandEnds.Has(tokens_[at - 1].type)) continue;
    const bool question = at > 1 && tokens_[at - 1].type == TokenType::kQuestion;
    const std::size_t dot = question ? at - 1 : at;
    if (dot == 0 || tokens_[dot - 1].type != TokenType::kDot) return at;
    at = dot - 1;
  }
  return at;
}

// Returns the index of the token that begins at the offset; the number of tokens if no token begins there.
std::size_t Spans::TokenAt(Offset offset) const {
  const auto found = std::ranges::lower_bound(tokens_, offset, {}, &Token::offset);
  if (found == tokens_.end() || found->offset != offset) return tokens_.size();
  return static_cast<std::size_t>(found - tokens_.begin());
}

}  // namespace structural::cel
