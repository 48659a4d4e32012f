// Writes the output files of a command.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace structural::cli {

// Both functions write an output file of a command. They replace the file as a whole, create missing folders, and
// return the exit code. They print errors on standard error, with the prefix `structural COMMAND`.

// Writes a file that the user named. Links are followed, and a pipe or a device is opened and written.
int WriteToFile(const std::string& command, const std::filesystem::path& path, std::string_view text);

// Writes the file `below` a folder that the user named. Other users may be able to create files in the folder.
// Therefore a link, a pipe or a device at the path of the file is replaced, and a link to a folder on the path is an
// error.
int WriteInFolder(const std::string& command, const std::filesystem::path& folder, const std::filesystem::path& below,
                  std::string_view text);

}  // namespace structural::cli
