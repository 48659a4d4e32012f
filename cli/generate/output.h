// Where generated code goes: files, or standard output.
#pragma once

#include <filesystem>
#include <string_view>

#include "cli/generate/kinds.h"
#include "cli/generate/run.h"

namespace structural::cli {

// Whether all of it fits where it is to go; tells if not. On standard output, and under one name,
// there is one package.
bool Fits(const GenerateKinds& kinds, const GenerateOptions& options);

// Each tells what fails; -> the exit code. Folders are made.
int WriteToFile(const std::filesystem::path& path, std::string_view text);
int WriteToOutput(std::string_view text);

}  // namespace structural::cli
