// What `structural fix` says.
#pragma once

#include <string>
#include <string_view>

#include "cli/fix/file_plan.h"

namespace structural::cli {

// A line for each item of the plan: FILE:LINE:COLUMN: CLASS RULE: REASON. `done`: those that are
// done, too, not only those that are not. What is not done because of its class says which flag
// would do it.
std::string ItemLines(std::string_view file, const FilePlan& plan, bool done);

// The CRDs of the file as JSON objects, comma between: {"file", "document", "crd", "edits",
// "items", "left"}. The edits are a JSON Patch of the document. Items have line and column.
std::string AsJson(std::string_view file, const FilePlan& plan);

// How many changes each class has: "1 change available that adds a type"; empty for none. `word`:
// "available".
std::string Counts(const FilePlan& plan, bool done, std::string_view word);

}  // namespace structural::cli
