// Predictions of alternatives from the next few tokens, without the search of Predictor. They decide nearly all cases.
// A result of Shortcut::kCertain is the one that Predictor would return; a result of kLikely can be wrong.
#pragma once

#include "schema/cel/syntax/lexer.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// The result of a shortcut.
struct Shortcut {
  enum Kind {
    kUnknown,  // no shortcut decides
    kCertain,  // Predictor would return `alternative`
    kLikely,   // Predictor would return `alternative` unless a syntax error follows
  };

  Kind kind = kUnknown;
  int alternative = 0;
};

// Predicts the alternative of `decision`. `precedence` is the precedence of the current rule's call.
Shortcut FindShortcut(const State& decision, TokenStream& tokens, int precedence);

}  // namespace structural::cel::syntax
