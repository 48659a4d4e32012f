// Splits a server's message about a CEL expression into its errors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "schema/validate/release.h"

namespace structural::findings {

struct ExpressionIssue {
  std::string message;    // "compilation failed: undeclared reference to 'x' (in container '')"
  document::Position at;  // position in the expression, from line 1 and column 1
};

// Returns the errors in a server's message. The server prints the expression below each error.
//
//   Invalid value: compilation failed: ERROR: <input>:1:5: undeclared reference to 'x' (in …).
//    | 1 + x
//    | ....^;
//
// Empty if the message has no place in an expression.
std::vector<ExpressionIssue> IssuesOfExpression(std::string_view message);

// Returns " (function f exists since Kubernetes 1.31)" if the message is about something that only
// a later release has; otherwise an empty text.
std::string SinceNote(std::string_view message, validate::Release release);

}  // namespace structural::findings
