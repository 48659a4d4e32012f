// Writing a file that a command makes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace structural::cli {

// Replaces the file as a whole, and makes the folders on the way; -> the exit code. An error is told
// on standard error, in the name of `structural COMMAND`.
int WriteToFile(const std::string& command, const std::filesystem::path& path,
                std::string_view text);

}  // namespace structural::cli
