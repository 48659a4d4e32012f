// --allow: the largest impact of the changes that a command makes.
#pragma once

#include "cli/shared/arguments.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Sets `most`, which must outlive the command.
Argument* AddAllowFlag(Command& command, fix::ChangeImpact& most);

}  // namespace structural::cli
