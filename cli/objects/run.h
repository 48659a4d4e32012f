// What `structural prune`, `default`, `validate` and `union` do with the objects in files.
#pragma once

#include <string>
#include <vector>

#include "cli/objects/task.h"

namespace structural::cli {

struct ObjectsOptions {
  ObjectsTask task;
  std::vector<std::string> crds;   // files with CRDs
  std::vector<std::string> paths;  // files and folders with objects; "-" is standard input
  bool kep = false;                // kPrune in the sense of the pruning KEP
  bool nested_no_prune = false;    // with x-kubernetes-no-prune inside itself, which it disallows
  bool diff = false;               // print what would change, not what becomes of it
  std::string output;  // "yaml", "json"; empty: as the file. Of kValidate: "text", "json"
  std::vector<std::string> old;    // of kUnion: files and folders with the objects before an update
  bool quiet = false;              // nothing is said of the objects
  bool allow_empty = false;        // it is no failure that there is none
};

// Objects that are changed go to standard output, as YAML where they were YAML: the order of keys
// is kept, comments are not. What is said of them goes to standard error, or in place of them to
// standard output: DiagnosticReport. Returns the exit code: 0 nothing is wrong, 1 something is, or
// with `diff` something changes, 2 an input cannot be read, or there is no object in it.
int RunObjects(const ObjectsOptions& options);

}  // namespace structural::cli
