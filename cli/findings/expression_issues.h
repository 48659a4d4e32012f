// What is wrong with an expression in CEL, one mistake after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "schema/validate/release.h"

namespace structural::findings {

struct ExpressionIssue {
  std::string message;    // "compilation failed: undeclared reference to 'x' (in container '')"
  document::Position at;  // in the expression, from 1
};

// The mistakes in an error of a server, which draws the expression below each:
//
//   Invalid value: compilation failed: ERROR: <input>:1:5: undeclared reference to 'x' (in …)
//    | 1 + x
//    | ....^
//
// Empty where the error is not about a place in an expression.
std::vector<ExpressionIssue> IssuesOfExpression(std::string_view message);

// " (function f exists since Kubernetes 1.31)", where the message of an issue is about what only a
// later release has; otherwise empty.
std::string SinceNote(std::string_view message, validate::Release release);

}  // namespace structural::findings
