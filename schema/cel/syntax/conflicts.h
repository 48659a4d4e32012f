// Properties of the alternatives in a set of configurations.
//
// Upstream: ANTLR prediction_mode.go (antlr4-go v4.13.1).
#pragma once

#include "schema/cel/syntax/configuration.h"

namespace structural::cel::syntax {

// A set of alternatives as bits, from bit 1.
using Alternatives = std::uint32_t;

// Whether further tokens cannot decide between the alternatives, as far as is known without the callers of the rule.
bool Conflicts(const Network& network, const Configurations& configurations);

// Returns the first alternative at each position if it is the same everywhere; otherwise 0.
int GetSingleViableAlternative(const Configurations& configurations);

// Returns the alternatives that the precedence of the rule's call allows.
Alternatives Allowed(const Configurations& configurations, int precedence);

// Returns the first alternative that reached the end of the decision's rule, preferably one that the precedence allows;
// 0 if none did.
int FirstFinished(const Network& network, const Configurations& configurations, int precedence);

}  // namespace structural::cel::syntax
