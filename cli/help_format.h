// How --help looks: the examples come before the flags.
#pragma once

#include "cli/shared/cli11.h"

namespace structural::cli {

// For the commands that are added afterwards, too.
void FormatHelp(CLI::App& app);

}  // namespace structural::cli
