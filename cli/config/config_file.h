// The file .structural.yaml: where it is, and what it says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/config/settings.h"
#include "cli/shared/object_reader.h"
#include "schema/base/result.h"

namespace structural::cli {

// The file for the first of the paths that has one; empty: none has. A path that does not exist, as - or a
// git revision, is one of the working folder. Errors: other paths have another file.
base::Result<std::string> FindConfigFile(const std::vector<std::string>& paths);

// Adds what the text of a file says to the settings, whose `file` and `folder` are known. -> what is wrong
// with it; some settings may be made then.
std::vector<InputProblem> ReadConfig(std::string_view text, Settings& settings);

}  // namespace structural::cli
