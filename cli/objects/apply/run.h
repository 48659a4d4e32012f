// RunApply: runs `structural apply`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/shared/files.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

struct ApplyOptions {
  std::vector<std::string> paths;            // files and folders with objects to apply
  std::vector<std::string> crds;             // files and folders with CRDs
  std::vector<std::string> crds_from;        // folders and archives with CRDs and other files
  std::vector<std::string> live;             // files and folders with the stored objects
  std::optional<kube::ConfigFlags> cluster;  // cluster that has the CRDs and the stored objects
  FileFilter filter;
  std::string manager = "kubectl";
  bool force = false;  // true: take over fields of other managers; false: such fields are conflicts
  std::string subresource;
  std::string field_validation = "strict";  // "strict", "warn" or "ignore"
  std::string output = "yaml";              // or "json"
  bool print_diff = false;                  // true: print the changes instead of the objects
  bool show_managed_fields = false;
  bool ignore_missing_crds = false;  // true: objects of kinds without a CRD are only counted
  bool allow_empty = false;          // true: a run that finds no object succeeds
};

// Applies the objects in the order of the files, and prints each stored object, or with `diff` its changes, on standard
// output. Prints conflicts, errors and warnings with their places on standard error. Returns the exit code. 0: all
// objects were applied. 1: an object was refused, or `diff` printed a change. 2: an input cannot be read, or has no
// object.
int RunApply(const ApplyOptions& options);

}  // namespace structural::cli
