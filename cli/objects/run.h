// RunObjects: runs `structural prune`, `default` and `union normalize`.
#pragma once

#include <string>
#include <vector>

#include "cli/objects/task.h"
#include "cli/shared/command.h"
#include "cli/shared/files.h"

namespace structural::cli {

struct ObjectsOptions {
  ObjectsTask task;
  std::vector<std::string> crds;   // files with CRDs
  std::vector<std::string> paths;  // files and folders with objects; "-" is standard input
  FileFilter filter;
  bool kep = false;              // kPrune as the pruning KEP defines it
  bool nested_no_prune = false;  // allow nested x-kubernetes-no-prune, which the KEP does not
  bool diff = false;             // print the changes, not the objects
  std::string output;            // "yaml", "json"; empty: as in the file
  std::vector<std::string> old;  // for kUnion: files with the objects before an update
  bool quiet = false;            // print no messages about objects
  bool allow_empty = false;      // do not fail without objects
};

// Prints changed objects on standard output, in YAML if they were YAML. Keys keep their order;
// comments are dropped. Prints messages on standard error. Returns the exit code. 0: no error. 1:
// an error, or with `diff` a change. 2: an input cannot be read, or has no object.
int RunObjects(const ObjectsOptions& options);

// The flags of commands that process objects in files.
// Each function adds one optional flag. `options` must outlive the flag. The returned argument can
// be made required.
Argument* AddCrds(Command& command, ObjectsOptions& options);
Argument* AddObjectPaths(Command& command, ObjectsOptions& options);
Argument* AddDiff(Command& command, ObjectsOptions& options);
Argument* AddForm(Command& command, ObjectsOptions& options);

// Adds --quiet and --allow-empty.
void AddManner(Command& command, ObjectsOptions& options);

// Help text for all commands that print objects.
extern const char* const kObjectsOutput;

}  // namespace structural::cli
