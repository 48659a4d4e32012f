// Which change of `structural fix` mends which finding of `structural lint`.
#pragma once

#include <string_view>

#include "cli/findings/finding.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Gives the findings of a text their fixes: to each whose rule and place the plan for its CRD
// speaks of, what changes there. What changes elsewhere, for the same reasons, is given to the
// finding that is nearest, so that all fixes together are what `structural fix` makes of the text.
// A text that cannot be edited has none. Pure.
void SuggestFixes(std::string_view text, fix::ChangeImpact most, lint::FileReport& report);

}  // namespace structural::cli
