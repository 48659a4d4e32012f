// What `structural prune`, `default` and `validate` do with the objects in files.
#pragma once

#include <string>
#include <vector>

namespace structural::cli {

enum class ObjectsTask { kPrune, kDefault, kValidate };

struct ObjectsOptions {
  ObjectsTask task;
  std::vector<std::string> crds;   // files with CRDs
  std::vector<std::string> paths;  // files and folders with objects; "-" is standard input
};

// Objects that are changed go to standard output as documents of JSON, what is said of them to
// standard error, a line each: FILE:LINE:COLUMN: TEXT. Returns the exit code: 0 nothing is wrong,
// 1 something is, 2 an input cannot be read.
int RunObjects(const ObjectsOptions& options);

}  // namespace structural::cli
