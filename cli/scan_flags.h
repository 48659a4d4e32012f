// The flags of `structural scan`.
#pragma once

#include "cli/cli11.h"
#include "cli/scan_run.h"

namespace structural::cli {

// `options` must outlive the parsing.
void AddScanFlags(CLI::App& command, ScanOptions& options);

}  // namespace structural::cli
