// The flags of `structural fix` and `structural upgrade`.
#pragma once

#include "cli/cli11.h"
#include "cli/fix_run.h"

namespace structural::cli {

// `options` must outlive the command.
void AddFixFlags(CLI::App& command, FixOptions& options);

}  // namespace structural::cli
