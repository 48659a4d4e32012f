// What is wrong with an expression in CEL, one mistake after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

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

}  // namespace structural::findings
