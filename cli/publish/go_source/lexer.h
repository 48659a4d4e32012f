// Lexer: splits a Go source file into tokens.
//
// Borrows the text. Not thread-safe.
//
// Upstream: The Go Programming Language Specification, "Lexical elements" (Go 1.26).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace structural::go_source {

// An error in a text, and the place of the error.
struct SyntaxError {
  document::Position at;
  std::string text;
};

// Consecutive lines that contain only a comment. `text` has no slashes, but keeps the spaces after them.
struct Comment {
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint32_t token_line = 0;  // line of the next token; 0: another comment precedes that token
  std::vector<std::string_view> lines;
};

enum class TokenKind { kEnd, kName, kString, kLiteral, kSymbol };

// A plain value whose members are views of the text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // as in the source; a string without its quotes, its escapes not resolved
  document::Position at;

  bool Is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
  bool IsName(std::string_view name) const { return kind == TokenKind::kName && text == name; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // Returns the next token. If Go inserts a semicolon at the end of a line, returns the symbol ";" there. At the end of
  // the text and after an error, returns kEnd.
  Token Next();

  // The comments read so far, except comments after a token on the same line.
  const std::vector<Comment>& comments() const { return comments_; }

  // The first error; its text is empty if no error occurred.
  const SyntaxError& error() const { return error_; }

 private:
  bool SkipSpace();  // false: a line ended at which Go inserts a semicolon; true otherwise
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
  bool ends_statement_ = false;  // true: Go inserts a semicolon if the line ends after the last token
  std::uint32_t token_line_ = 0;
  std::vector<Comment> comments_;
  SyntaxError error_;
};

// Reads a Go source file token by token, with helpers for parsers. After the first error, all functions do nothing, and
// Ended returns true. Borrows the text. Not thread-safe.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : lexer_(text), token_(lexer_.Next()), next_(lexer_.Next()) {}

  // now() is the current token; next() is the token after it.
  const Token& now() const { return token_; }
  const Token& next() const { return next_; }
  bool Ended() const { return failed() || token_.kind == TokenKind::kEnd; }

  void Step();
  // If the current token is this symbol or name, takes it and returns true; otherwise returns false.
  bool Skip(std::string_view symbol);
  bool SkipName(std::string_view name);
  void Expect(std::string_view symbol);
  // Takes the name at the current token and returns it. `what` is a text such as "a field", for the error about a
  // missing name.
  std::string ExpectName(const char* what);
  // Skips from an opening bracket to the token after its closing bracket. Returns the number of skipped tokens.
  int SkipBalanced();
  // Skips to the end of the statement.
  void SkipStatement();

  // The comments before the current token, in order.
  const std::vector<Comment>& comments() const { return lexer_.comments(); }

  void Fail(std::string text) { Fail(token_.at, std::move(text)); }
  void Fail(document::Position at, std::string text);
  bool failed() const { return !error_.text.empty(); }
  // The first error; its text is empty if no error occurred.
  const SyntaxError& error() const { return lexer_.error().text.empty() ? error_ : lexer_.error(); }

 private:
  Lexer lexer_;
  Token token_;
  Token next_;
  SyntaxError error_;
};

// The tag of a field, such as `json:"name,omitempty" yaml:"…"`.
struct JsonTag {
  std::string name;  // empty: no name in the tag
  bool inlined = false;
  bool omitted = false;  // omitempty or omitzero
};

// Returns the value of the key json, or nullopt.
//
// Upstream: Go reflect.StructTag.Lookup (Go 1.26).
std::optional<JsonTag> ReadJsonTag(std::string_view tag);

}  // namespace structural::go_source
