// The flags of every command that reaches an API server: kubectl's own, by the same names.
#pragma once

#include <CLI/CLI.hpp>

#include "kube/config_flags.h"

namespace structural::cli {

// Adds them to the command, in a group of their own. `flags` must outlive the parsing.
void AddConfigFlags(CLI::App& command, kube::ConfigFlags* flags);

}  // namespace structural::cli
