// Predictions from one or two tokens, without a search. They decide nearly all cases, and give the same result as
// Predictor.
#pragma once

#include "schema/cel/syntax/lexer.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// The result of a shortcut.
struct Shortcut {
  enum Kind {
    kUnknown,
    kCertain,
    // The first alternative, unless the following tokens have a syntax error.
    kLikely,
  };

  Kind kind = kUnknown;
  int alternative = 0;
};

Shortcut FindShortcut(const State& decision, TokenStream& tokens, int precedence);

}  // namespace structural::cel::syntax
