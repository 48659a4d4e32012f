// Lexer: splits a Go source file into tokens.
//
// Borrows the text. Not thread-safe.
//
// Upstream: The Go Programming Language Specification, "Lexical elements" (Go 1.26).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace structural::go_source {

// An error in a text, with its place.
struct SyntaxError {
  document::Position at;
  std::string text;
};

// Consecutive lines that only have a comment, without the slashes, but with their spaces.
struct Comment {
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint32_t token_line = 0;  // line of the next token; 0: another comment precedes that token
  std::vector<std::string_view> lines;
};

enum class TokenKind { kEnd, kName, kString, kLiteral, kSymbol };

// A plain value with views of the text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // as written; a string is without its quotes, but with its escapes
  document::Position at;

  bool Is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
  bool IsName(std::string_view name) const { return kind == TokenKind::kName && text == name; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // Returns the next token. The end of a line is the symbol ; if Go inserts one. At the end of the
  // text and after an error, returns kEnd.
  Token Next();

  // The comments so far, without those after a token on the same line.
  const std::vector<Comment>& comments() const { return comments_; }

  // The error's text is empty without an error.
  const SyntaxError& error() const { return error_; }

 private:
  bool SkipSpace();  // false: a line ended at which Go inserts a semicolon
  void LineComment();
  bool BlockComment();
  void AddComment(std::uint32_t first, std::string_view text);
  Token Scan();
  Token Name(Token token);
  Token Number(Token token);
  Token Quoted(Token token, char quote);
  Token Take(Token token, TokenKind kind, std::size_t end);
  Token Fail(document::Position at, std::string text);
  void Advance(std::size_t bytes);

  std::string_view text_;
  std::size_t at_ = 0;
  document::Position place_{1, 1};
  bool ends_statement_ = false;  // after the last token, the end of a line is a semicolon
  std::uint32_t token_line_ = 0;
  std::vector<Comment> comments_;
  SyntaxError error_;
};

}  // namespace structural::go_source
