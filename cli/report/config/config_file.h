// Finds and reads the file .structural.yaml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/report/config/settings.h"
#include "cli/shared/object_reader.h"
#include "schema/base/result.h"

namespace structural::cli {

// Returns the configuration file of the paths; empty if none of them has one. A path that does not
// exist, such as - or a git revision, has the file of its parent folder or of the working folder.
// Errors: the paths have different files, or only some of them have a file.
base::Result<std::string> FindConfigFile(const std::vector<std::string>& paths);

// Reads the text of the file into the settings, whose `file` and `folder` must be set. Returns its
// errors; some settings may be set then.
std::vector<InputProblem> ReadConfig(std::string_view text, Settings& settings);

}  // namespace structural::cli
