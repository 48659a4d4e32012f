// What `structural prune`, `default` and `union normalize` do with the objects in files.
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
  bool kep = false;                // kPrune in the sense of the pruning KEP
  bool nested_no_prune = false;    // with x-kubernetes-no-prune inside itself, which it disallows
  bool diff = false;               // print what would change, not what becomes of it
  std::string output;  // "yaml", "json"; empty: as the file
  std::vector<std::string> old;    // of kUnion: files and folders with the objects before an update
  bool quiet = false;              // nothing is said of the objects
  bool allow_empty = false;        // it is no failure that there is none
};

// Objects that are changed go to standard output, as YAML where they were YAML: the order of keys
// is kept, comments are not. What is said of them goes to standard error. Returns the exit code: 0 nothing is wrong, 1 something is, or
// with `diff` something changes, 2 an input cannot be read, or there is no object in it.
int RunObjects(const ObjectsOptions& options);

// The flags of every command that works on objects in files.
// Each adds one, which `options` must outlive. None is required yet.
Argument* AddCrds(Command& command, ObjectsOptions& options);
Argument* AddObjectPaths(Command& command, ObjectsOptions& options);
Argument* AddDiff(Command& command, ObjectsOptions& options);
Argument* AddForm(Command& command, ObjectsOptions& options);

// --quiet and --allow-empty.
void AddManner(Command& command, ObjectsOptions& options);

// What is true of all commands that print objects.
extern const char* const kObjectsOutput;

}  // namespace structural::cli
