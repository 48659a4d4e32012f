// The lexer's rules for what has more than one text: numbers, strings, identifiers.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), the lexer rules.
#pragma once

#include <cstddef>
#include <string_view>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

// What a rule makes of the beginning of a text, in bytes.
struct Scan {
  TokenType type = TokenType::kEnd;
  std::size_t length = 0;  // of the longest text that is a token, 0 where none is
  std::size_t reach = 0;   // where the rule got stuck
};

// Each takes what is left of the source, not empty.
Scan ScanSpace(std::string_view text);
Scan ScanNumber(std::string_view text);
Scan ScanIdentifier(std::string_view text);
Scan ScanEscapedIdentifier(std::string_view text);

// A string with its prefix: r, b or br in either case.
Scan ScanString(std::string_view text);

}  // namespace structural::cel::syntax
