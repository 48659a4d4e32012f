// A stream of tokens with unlimited lookahead. The lexer only reads as far as requested, so that errors of the lexer
// and the parser are in the right order.
//
// Upstream: ANTLR CommonTokenStream (antlr4-go v4.13.1).
#pragma once

#include <deque>
#include <vector>

#include "schema/cel/syntax/lexer.h"

namespace structural::cel::syntax {

// Not thread-safe. The tokens live as long as the stream.
class TokenStream {
 public:
  TokenStream(const Source& source, ErrorListener& errors) : lexer_(source, errors) {}

  // Returns the token `ahead` positions ahead, from 1. Skips white space and comments.
  const Token& Ahead(std::size_t ahead) { return At(index_ + ahead - 1); }
  TokenType Type(std::size_t ahead = 1) { return Ahead(ahead).type; }

  // Returns the previous token; null at the beginning.
  const Token* Previous() { return index_ == 0 ? nullptr : &At(index_ - 1); }

  // Returns the index of Ahead(1).
  std::size_t index() const { return index_; }

  // Moves to the next token. Precondition: Ahead(1) is not the end.
  void Consume() { At(++index_); }

  // Returns the token with that index().
  const Token& At(std::size_t index);

  // Returns the text from one token to another, including skipped tokens, or to the end.
  std::string Text(const Token& first, const Token& last) const;

 private:
  Lexer lexer_;
  std::deque<Token> all_;
  std::vector<std::int32_t> visible_;
  std::size_t index_ = 0;
};

}  // namespace structural::cel::syntax
