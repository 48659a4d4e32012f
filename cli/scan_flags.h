// The flags of `structural scan`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/scan_run.h"

namespace structural::cli {

// `options` must outlive the parsing.
void AddScanFlags(CLI::App& command, ScanOptions& options);

}  // namespace structural::cli
