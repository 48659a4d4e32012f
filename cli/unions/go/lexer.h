// Lexer: the tokens of a Go source file.
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

// What is wrong with a text, and where.
struct SyntaxError {
  document::Position at;
  std::string text;
};

// Lines of comments that stand together, by themselves: the slashes are off, spaces are not.
struct Comment {
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint32_t token_line = 0;  // of the token behind it; 0: none came before the next comment
  std::vector<std::string_view> lines;
};

enum class TokenKind { kEnd, kName, kString, kLiteral, kSymbol };

// A plain value that points into the text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // of a string without its quotes, but with its escapes
  document::Position at;

  bool Is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
  bool IsName(std::string_view name) const { return kind == TokenKind::kName && text == name; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // The next one. A line's end is the symbol ; where Go inserts one. kEnd for ever once the text is
  // over, or at a mistake.
  Token Next();

  // Those that came so far, the last one last. Not those behind other tokens of their line.
  const std::vector<Comment>& comments() const { return comments_; }

  // Empty text: there is none.
  const SyntaxError& error() const { return error_; }

 private:
  bool SkipSpace();  // false: a line ended where Go inserts a semicolon
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
  bool ends_statement_ = false;  // the last token: a line's end behind it is a semicolon
  std::uint32_t token_line_ = 0;
  std::vector<Comment> comments_;
  SyntaxError error_;
};

}  // namespace structural::go_source
