// The program as a plugin of kubectl.
#pragma once

#include <string>

#include "cli/shared/cli11.h"

namespace structural::cli {

// Installed as kubectl-structural it is `kubectl structural`.
bool IsPlugin(const std::string& program);

// From now on help says so: in its usage, and wherever it names a command.
void SpeakAsPlugin(CLI::App& app);

}  // namespace structural::cli
