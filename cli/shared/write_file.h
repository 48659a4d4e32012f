// Writes the output files of a command.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace structural::cli {

// WriteToFile and WriteInFolder replace the file as a whole, create missing folders, and return the exit code of the
// command. They print errors on standard error, with the prefix `structural COMMAND`.

// Writes a file that the user named. Follows links. If the path is a pipe or a device, writes to it.
int WriteToFile(const std::string& command, const std::filesystem::path& path, std::string_view text);

// Writes the file `below` in a folder that the user named. Other users can possibly create files in this folder. So a
// link, a pipe or a device at the path of the file is replaced, and a folder on the path that is a link is an error.
int WriteInFolder(const std::string& command, const std::filesystem::path& folder, const std::filesystem::path& below,
                  std::string_view text);

}  // namespace structural::cli
