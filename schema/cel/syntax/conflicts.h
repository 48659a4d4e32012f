// What a set of configurations says of the alternatives that are left.
//
// Upstream: ANTLR prediction_mode.go (antlr4-go v4.13.1).
#pragma once

#include "schema/cel/syntax/configuration.h"

namespace structural::cel::syntax {

// Alternatives as bits, from bit 1.
using Alternatives = std::uint32_t;

// Whether more tokens cannot decide, as far as is known without the callers of the rule.
bool Conflicts(const Network& network, const Configurations& configurations);

// The alternative that is the first one wherever there are several; 0 where there is none such.
int SingleViable(const Configurations& configurations);

// Those that the precedence of the rule's call allows.
Alternatives Allowed(const Configurations& configurations, int precedence);

// The first alternative that came to the end of the rule of the decision, one that the precedence
// allows if there is one; 0 where none did.
int FirstFinished(const Network& network, const Configurations& configurations, int precedence);

}  // namespace structural::cel::syntax
