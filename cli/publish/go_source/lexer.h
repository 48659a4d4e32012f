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

// An error in a Go file, and its place.
struct SyntaxError {
  document::Position at;
  std::string text;
};

// Consecutive lines that contain only comments. `lines` have the text after the slashes, with the spaces at its
// beginning.
struct Comment {
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint32_t token_line = 0;  // line of the next token; 0: another comment follows before the next token
  std::vector<std::string_view> lines;
};

enum class TokenKind { kEnd, kName, kString, kLiteral, kSymbol };

// A token of the text. Plain data; `text` is a view of the lexer's text.
struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // text in the file; for a string, the text between its quotes, with escapes
  document::Position at;

  // Returns whether the token is this symbol.
  bool Is(std::string_view symbol) const { return kind == TokenKind::kSymbol && text == symbol; }
  bool IsName(std::string_view name) const { return kind == TokenKind::kName && text == name; }
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // Returns the next token. Returns the symbol ";" at the end of a line where Go inserts a semicolon. Returns kEnd at
  // the end of the text, and after an error.
  Token Next();

  // Returns the comments that were read so far, except those after a token on the same line.
  const std::vector<Comment>& comments() const { return comments_; }

  // The first error; its text is empty if no error occurred.
  const SyntaxError& error() const { return error_; }

 private:
  bool SkipSpace();  // returns false at the end of a line where Go inserts a semicolon; otherwise true
  void SkipLineComment();
  bool SkipBlockComment();
  void AddComment(std::uint32_t first, std::string_view text);
  Token ScanToken();
  Token TakeName(Token token);
  Token TakeNumber(Token token);
  Token TakeQuoted(Token token, char quote);
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

// Tokens: the tokens of a Go file for a parser, which sees the current token and the next one. After an error, Ended
// returns true, so parsers stop; only the first error is kept. Borrows the text. Not thread-safe.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : lexer_(text), token_(lexer_.Next()), next_(lexer_.Next()) {}

  // current() is the current token; next() is the token after it.
  const Token& current() const { return token_; }
  const Token& next() const { return next_; }
  bool Ended() const { return failed() || token_.kind == TokenKind::kEnd; }

  void Step();
  // If the current token is this symbol or name, steps to the next token and returns true; otherwise returns false.
  bool Skip(std::string_view symbol);
  bool SkipName(std::string_view name);
  // Steps over the symbol. If the current token is another one, fails.
  void Expect(std::string_view symbol);
  // Returns the name at the current token, and steps over it. If the current token is not a name, fails: the message
  // says that `what`, such as "a field", is expected.
  std::string ExpectName(const char* what);
  // Steps from an opening bracket to the token after its closing bracket. Returns the number of skipped tokens,
  // including both brackets.
  int SkipBalanced();
  // Steps to the end of the statement.
  void SkipStatement();

  // Returns the comments before the current token, in their order.
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
  std::string name;          // JSON key; empty: the tag has no name
  bool inlined = false;      // the tag has "inline"
  bool omits_empty = false;  // the tag has "omitempty" or "omitzero"
};

// Returns the value of the key `json` in the tag of a field; nullopt if the tag does not have the key.
//
// Upstream: Go reflect.StructTag.Lookup (Go 1.26).
std::optional<JsonTag> ReadJsonTag(std::string_view tag);

}  // namespace structural::go_source
