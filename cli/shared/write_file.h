// Writing the files that a command makes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace structural::cli {

// Both replace the file as a whole, and make the folders on the way; -> the exit code. An error is told
// on standard error, in the name of `structural COMMAND`.

// A path that the user named: links are followed, and a pipe or a device is written into.
int WriteToFile(const std::string& command, const std::filesystem::path& path,
                std::string_view text);

// A file below a folder that the user named. Others may have prepared the folder: a link, a pipe or a
// device that has the name is replaced by a file, and a link to a folder on the way is an error.
int WriteInFolder(const std::string& command, const std::filesystem::path& folder,
                  const std::filesystem::path& below, std::string_view text);

}  // namespace structural::cli
