// Predictions that need no search, as a token or two tell: nearly all that there are. What they
// give is what Predictor gives; where they cannot tell, they say so.
#pragma once

#include "schema/cel/syntax/network.h"
#include "schema/cel/syntax/token_stream.h"

namespace structural::cel::syntax {

// What the shortcut for a decision says.
struct Shortcut {
  enum Kind {
    kUnknown,
    kCertain,
    // The first one, if there is no mistake in what follows.
    kLikely,
  };

  Kind kind = kUnknown;
  int alternative = 0;
};

Shortcut FindShortcut(const State& decision, TokenStream& tokens, int precedence);

}  // namespace structural::cel::syntax
