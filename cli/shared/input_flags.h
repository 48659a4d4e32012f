// The flags of every command that walks files and folders for CRDs.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/cli11.h"
#include "cli/shared/files.h"

namespace structural::cli {

// PATH, and what is taken in folders. `paths` and `filter` must outlive the command.
void AddInputFlags(CLI::App& command, std::vector<std::string>& paths, lint::FileFilter& filter);

// PATH, and which version of the CRDs in it. Both must outlive the command.
void AddCrdFlags(CLI::App& command, std::vector<std::string>& paths, std::string& version);

// Whether at most one of a command's inputs is "-": standard input is empty the second time.
bool OneStandardInput(const std::vector<std::string>& inputs);
inline constexpr const char* kOneStandardInput =
    "standard input can be read only once, but - is given twice";

}  // namespace structural::cli
