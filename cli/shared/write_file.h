// Writing the files that a command makes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace structural::cli {

// Writes a command's output files. Both functions replace the file as a whole, create missing
// folders, and return the exit code. Errors are printed on standard error for `structural COMMAND`.

// Writes a file that the user named: links are followed, and a pipe or a device is written to.
int WriteToFile(const std::string& command, const std::filesystem::path& path, std::string_view text);

// Writes the file `below` a folder that the user named. Other users may be able to create files in
// the folder. So a link, a pipe or a device at the path of the file is replaced, and a link to a
// folder on the path is an error.
int WriteInFolder(const std::string& command, const std::filesystem::path& folder, const std::filesystem::path& below,
                  std::string_view text);

}  // namespace structural::cli
