// The lexer. At each position it applies the rule that matches the longest text. If several rules match that text, it
// applies the first one.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), as ANTLR's Lexer executes it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

// Receives syntax errors.
class ErrorListener {
 public:
  // Returns false if the caller must stop, because no further error is reported.
  virtual bool OnSyntaxError(Offset at, std::string message) = 0;

 protected:
  ~ErrorListener() = default;
};

// Reads a source once. The source and the listener must outlive the lexer, and the source must outlive the tokens.
class Lexer {
 public:
  Lexer(const Source& source, ErrorListener& errors) : rest_(source.text()), errors_(errors) {}

  // Returns the next token. At the end of the source, each call returns kEnd. Reports and skips invalid characters.
  Token Next();

 private:
  Token NewToken(TokenType type, std::size_t length);
  bool SkipInvalidText(std::size_t reach);

  std::string_view rest_;
  ErrorListener& errors_;
  Offset offset_ = 0;
  std::int32_t token_count_ = 0;
};

// A stream of tokens with unlimited lookahead. The lexer only reads as far as requested, so that errors of the lexer
// and the parser are reported in ANTLR's order.
//
// Upstream: ANTLR CommonTokenStream (antlr4-go v4.13.1).
//
// Not thread-safe. The tokens live as long as the stream.
class TokenStream {
 public:
  TokenStream(const Source& source, ErrorListener& errors) : lexer_(source, errors) {}

  // Returns a token that is not consumed yet: 1 is the next one. White space and comments are not counted.
  const Token& Ahead(std::size_t ahead) { return At(index_ + ahead - 1); }
  TokenType Type(std::size_t ahead = 1) { return Ahead(ahead).type; }

  // Returns the previous token; null at the beginning.
  const Token* Previous() { return index_ == 0 ? nullptr : &At(index_ - 1); }

  // Returns the index of the next token, Ahead(1).
  std::size_t index() const { return index_; }

  // Moves to the next token. Precondition: Ahead(1) is not the end.
  void Consume() { At(++index_); }

  // Returns the token at an index. White space and comments have no index.
  const Token& At(std::size_t index);

  // Returns the text from `first` to `last`, with the white space and the comments between them.
  std::string Text(const Token& first, const Token& last) const;

 private:
  Lexer lexer_;
  std::deque<Token> all_tokens_;
  std::vector<std::int32_t> visible_tokens_;  // indices in all_tokens_ of the tokens except white space and comments
  std::size_t index_ = 0;
};

}  // namespace structural::cel::syntax
