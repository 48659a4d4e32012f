// Tokens: a Go source file token by token, with what every parser does with them.
//
// The first mistake ends it: from then on nothing is wanted any more, and Ended is true. Borrows
// the text. Not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/unions/go/lexer.h"

namespace structural::go_source {

class Tokens {
 public:
  explicit Tokens(std::string_view text)
      : lexer_(text), token_(lexer_.Next()), next_(lexer_.Next()) {}

  // The one at hand, and the one behind it.
  const Token& now() const { return token_; }
  const Token& next() const { return next_; }
  bool Ended() const { return failed() || token_.kind == TokenKind::kEnd; }

  void Step();
  // Takes the symbol, or the name, if it is at hand.
  bool Skip(std::string_view symbol);
  bool SkipName(std::string_view name);
  void Want(std::string_view symbol);
  // `what` is "a field": for the mistake that there is none.
  std::string WantName(const char* what);
  // From an opening bracket to behind its closing one; returns how many tokens that are.
  int SkipBalanced();
  // To the end of the statement.
  void SkipStatement();

  // The comments that stand before the token at hand, the last one last.
  const std::vector<Comment>& comments() const { return lexer_.comments(); }

  void Fail(std::string text) { Fail(token_.at, std::move(text)); }
  void Fail(document::Position at, std::string text);
  bool failed() const { return !error_.text.empty(); }
  // The first one; empty text: there is none.
  const SyntaxError& error() const { return lexer_.error().text.empty() ? error_ : lexer_.error(); }

 private:
  Lexer lexer_;
  Token token_;
  Token next_;
  SyntaxError error_;
};

// The tag of a field: `json:"name,omitempty" yaml:"…"`.
struct JsonTag {
  std::string name;  // empty: it gives none
  bool inlined = false;
  bool omitted = false;  // omitempty, omitzero
};

// What it says under the key json; nullopt: nothing.
//
// Upstream: Go reflect.StructTag.Lookup (Go 1.26).
std::optional<JsonTag> ReadJsonTag(std::string_view tag);

}  // namespace structural::go_source
