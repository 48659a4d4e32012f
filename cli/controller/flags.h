// The flags of `structural controller`, and of the commands that are forms of it.
#pragma once

#include <string>

#include "cli/shared/cli11.h"
#include "cli/shared/logging.h"
#include "controller/run.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

struct ControllerFlags {
  kube::ConfigFlags config;
  controller::RunOptions run;
  LogFormat log_format = LogFormat::kText;
  int verbosity = 0;
};

// What a run on an API server needs: its place, limits of requests, selection, the log.
void AddRunFlags(CLI::App& command, ControllerFlags& flags);

// What only the lasting controller has: listeners, leader election, resync. `flags` must outlive
// the parsing.
void AddLastingFlags(CLI::App& command, ControllerFlags& flags);

// After the parsing: a run with --once or --dry-run opens no ports but those that were asked for.
void CloseUnaskedPorts(const CLI::App& command, controller::RunOptions& run);

}  // namespace structural::cli
