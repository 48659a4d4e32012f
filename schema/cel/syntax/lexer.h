// The lexer: the longest text that a rule has, and of rules with the same the first.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), as ANTLR's Lexer executes it.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

// Where an error of syntax is reported. Returns false where that was the last one: whoever reports
// stops then.
class ErrorListener {
 public:
  virtual bool OnSyntaxError(Offset at, std::string message) = 0;

 protected:
  ~ErrorListener() = default;
};

// Reads a source once. The source and the listener must outlive it, and the source its tokens.
class Lexer {
 public:
  Lexer(const Source& source, ErrorListener& errors) : rest_(source.text()), errors_(errors) {}

  // The next token; at the end, again and again, kEnd. What is no token is reported and skipped.
  Token Next();

 private:
  Token Take(TokenType type, std::size_t length);
  bool SkipMistake(std::size_t reach);

  std::string_view rest_;
  ErrorListener& errors_;
  Offset offset_ = 0;
  std::int32_t count_ = 0;
};

}  // namespace structural::cel::syntax
