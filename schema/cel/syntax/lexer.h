// The lexer: takes the rule that matches the longest text, or the first of several.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), as ANTLR's Lexer executes it.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

// Receives syntax errors. Returns false after the last error to report; the caller then stops.
class ErrorListener {
 public:
  virtual bool OnSyntaxError(Offset at, std::string message) = 0;

 protected:
  ~ErrorListener() = default;
};

// Reads a source once. The source and the listener must outlive the lexer, and the source must outlive the tokens.
class Lexer {
 public:
  Lexer(const Source& source, ErrorListener& errors) : rest_(source.text()), errors_(errors) {}

  // Returns the next token; kEnd at the end, for each further call. Invalid characters are reported and skipped.
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
