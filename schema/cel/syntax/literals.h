// The lexer's rules for tokens with many texts: numbers, strings, identifiers.
//
// Upstream: cel-go parser/gen/CEL.g4 (v0.29.2), the lexer rules.
#pragma once

#include <cstddef>
#include <string_view>

#include "schema/cel/syntax/token.h"

namespace structural::cel::syntax {

// The result of a rule at the beginning of a text, in bytes.
struct Scan {
  TokenType type = TokenType::kEnd;
  std::size_t length = 0;  // length of the longest token, 0 if none matches
  std::size_t reach = 0;   // offset at which the rule failed
};

// Each function takes the rest of the source, which must not be empty.
Scan ScanSpace(std::string_view text);
Scan ScanNumber(std::string_view text);
Scan ScanIdentifier(std::string_view text);
Scan ScanEscapedIdentifier(std::string_view text);

// Scans a string with its prefix: r, b or br in either case.
Scan ScanString(std::string_view text);

}  // namespace structural::cel::syntax
