// The flags of every command that reaches an API server: kubectl's own, by the same names. Of one
// that is given twice the last counts, as there.
#pragma once

#include "cli/shared/cli11.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

// Under which --help shows them.
inline constexpr const char* kConnectionGroup = "API server";

// How a cluster is reached, without --context: for commands that may reach several.
void AddConnectionFlags(CLI::App& command, kube::ConfigFlags* flags);

// Adds them to the command, in a group of their own. `flags` must outlive the parsing.
void AddConfigFlags(CLI::App& command, kube::ConfigFlags* flags);

}  // namespace structural::cli
