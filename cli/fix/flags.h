// The flags of `structural fix` and `structural upgrade`.
#pragma once

#include "cli/fix/run.h"
#include "cli/shared/cli11.h"

namespace structural::cli {

// `options` must outlive the command.
void AddFixFlags(CLI::App& command, FixOptions& options);

}  // namespace structural::cli
