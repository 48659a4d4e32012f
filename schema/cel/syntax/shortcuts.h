// Predictions of alternatives from the next few tokens, without the search of Predictor. They decide nearly all cases.
// Their result is Predictor's result, except that Shortcut::kLikely can be wrong.
#pragma once

#include "schema/cel/syntax/lexer.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// The result of a shortcut.
struct Shortcut {
  enum Kind {
    kUnknown,  // no shortcut decides
    kCertain,  // `alternative` is Predictor's result
    kLikely,   // `alternative` is Predictor's result unless a syntax error follows
  };

  Kind kind = kUnknown;
  int alternative = 0;
};

// Predicts the alternative of `decision`. `precedence` is the precedence of the current rule's call.
Shortcut FindShortcut(const State& decision, TokenStream& tokens, int precedence);

}  // namespace structural::cel::syntax
