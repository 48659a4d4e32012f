// Flags that several commands have in the same form.
#pragma once

#include <chrono>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/logging.h"

namespace structural::cli {

// What they write to must outlive the parsing.

// A Go duration, as Kubernetes' flags have them: "15s", "1m30s", "500ms".
CLI::Option* AddDuration(CLI::App& command, const std::string& name,
                         std::chrono::milliseconds& value, const std::string& help);

// --log-format and -v.
void AddLogFlags(CLI::App& command, LogFormat& format, int& verbosity, const std::string& levels);

}  // namespace structural::cli
