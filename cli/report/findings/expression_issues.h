// Splits an API server's message about a CEL expression into the errors in it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "schema/validate/release.h"

namespace structural::findings {

struct ExpressionIssue {
  std::string message;    // "compilation failed: undeclared reference to 'x' (in container '')"
  document::Position at;  // position in the expression; the first line and column are 1
};

// Returns the errors in a server's message. The server prints the part of the expression below each error:
//
//   Invalid value: compilation failed: ERROR: <input>:1:5: undeclared reference to 'x' (in …).
//    | 1 + x
//    | ....^;
//
// The result is empty if the message names no place in an expression.
std::vector<ExpressionIssue> IssuesOfExpression(std::string_view message);

// Returns " (function f exists since Kubernetes 1.31)" if the message is about something that does not exist in
// `release`, but in a later release. Otherwise returns an empty text.
std::string SinceNote(std::string_view message, validate::Release release);

}  // namespace structural::findings
