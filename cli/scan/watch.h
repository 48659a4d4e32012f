// `structural scan --watch`.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "cli/scan/run.h"

namespace structural::cli {

// Follows these clusters until `stop` fires or somebody ends it: a screen on a terminal, lines
// otherwise. Returns the exit code: 2 where a cluster cannot be followed.
int WatchScan(const ScanOptions& options, const std::vector<std::string>& contexts,
              std::stop_token stop);

}  // namespace structural::cli
