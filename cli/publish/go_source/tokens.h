// Tokens: reads a Go source file token by token, with helpers for parsers.
//
// After the first error, all functions do nothing, and Ended returns true. Borrows the text. Not
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/publish/go_source/lexer.h"

namespace structural::go_source {

class Tokens {
 public:
  explicit Tokens(std::string_view text) : lexer_(text), token_(lexer_.Next()), next_(lexer_.Next()) {}

  // The current token, and the next one.
  const Token& now() const { return token_; }
  const Token& next() const { return next_; }
  bool Ended() const { return failed() || token_.kind == TokenKind::kEnd; }

  void Step();
  // Take the symbol or the name if it is the current token.
  bool Skip(std::string_view symbol);
  bool SkipName(std::string_view name);
  void Want(std::string_view symbol);
  // `what` is a text such as "a field", for the error about a missing name.
  std::string WantName(const char* what);
  // Skips from an opening bracket to after its closing one. Returns the number of skipped tokens.
  int SkipBalanced();
  // Skips to the end of the statement.
  void SkipStatement();

  // The comments before the current token, in order.
  const std::vector<Comment>& comments() const { return lexer_.comments(); }

  void Fail(std::string text) { Fail(token_.at, std::move(text)); }
  void Fail(document::Position at, std::string text);
  bool failed() const { return !error_.text.empty(); }
  // The first error; its text is empty without an error.
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
