// Tokens one after the other, with as much lookahead as is asked for. The lexer reads no further
// than that, so that its errors come among the parser's in their order.
//
// Upstream: ANTLR CommonTokenStream (antlr4-go v4.13.1).
#pragma once

#include <deque>
#include <vector>

#include "schema/cel/syntax/lexer.h"

namespace structural::cel::syntax {

// Not thread-safe. Its tokens live as long as it does.
class TokenStream {
 public:
  TokenStream(const Source& source, ErrorListener& errors) : lexer_(source, errors) {}

  // The token `ahead` places on, from 1; spaces and comments are left out.
  const Token& Ahead(std::size_t ahead) { return At(index_ + ahead - 1); }
  TokenType Type(std::size_t ahead = 1) { return Ahead(ahead).type; }

  // The one before; null at the beginning.
  const Token* Previous() { return index_ == 0 ? nullptr : &At(index_ - 1); }

  // The place of Ahead(1) among those that Ahead gives.
  std::size_t index() const { return index_; }

  // The next one. Precondition: Ahead(1) is not the end.
  void Consume() { At(++index_); }

  // The one with an index().
  const Token& At(std::size_t index);

  // The text from one token to another, with what is skipped between them, up to the end.
  std::string Text(const Token& first, const Token& last) const;

 private:
  Lexer lexer_;
  std::deque<Token> all_;
  std::vector<std::int32_t> visible_;
  std::size_t index_ = 0;
};

}  // namespace structural::cel::syntax
