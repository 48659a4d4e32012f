// The flags of `structural scan`.
#pragma once

#include "cli/scan/run.h"
#include "cli/shared/cli11.h"

namespace structural::cli {

// `options` must outlive the parsing.
void AddScanFlags(CLI::App& command, ScanOptions& options);

}  // namespace structural::cli
