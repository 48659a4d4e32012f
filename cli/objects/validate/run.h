// RunValidate: runs `structural validate`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/report/findings/rule_levels.h"
#include "cli/report/stored/walk.h"
#include "cli/shared/files.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

struct ValidateOptions {
  std::vector<std::string> paths;            // files and folders with objects; "-" is standard input
  std::vector<std::string> crds;             // files and folders with CRDs
  std::vector<std::string> crds_from;        // folders and archives with CRDs and other files
  std::optional<kube::ConfigFlags> cluster;  // cluster whose CRDs are used, unless files define the same kinds
  FileFilter filter;                         // selects files in folders with objects
  std::vector<std::string> old;              // files and folders with the objects before an update
  std::string against;                       // git revision with the objects before an update, instead of `old`
  std::string subresource;                   // subresource of the update; may be empty
  bool server_side = false;                  // objects are sent as server-side applies
  std::string manager = "kubectl";           // field manager of the server-side applies
  bool force_conflicts = false;              // server-side applies take the ownership of fields that conflict
  std::string output = "text";
  bool ignore_missing_crds = false;         // objects without a CRD are only counted
  std::string field_validation = "strict";  // "strict", "warn" or "ignore"
  bool verbose = false;                     // print a line for each file on standard error
  bool quiet = false;                       // print nothing about objects
  bool allow_empty = false;                 // true: a run that finds no object succeeds
  int jobs = 1;
  findings::RuleLevels rules = {};
};

// Runs `structural validate --cluster` without objects: checks the objects that the server stores, with the server's
// CRDs or, if given, with those of --crd and --crds-from. Returns the exit code of WalkStoredObjects
// (cli/report/stored/walk.h).
int RunValidateStored(const ValidateOptions& options, const StoredFlags& flags);

// Runs the command for objects in files. Returns the exit code. 0: no object is refused. 1: an object is refused. 2: an
// input cannot be read, or has no object. 3: the report cannot be written.
int RunValidate(const ValidateOptions& options);

}  // namespace structural::cli
