// RunFix: runs `structural fix` and `structural upgrade`.
#pragma once

#include <string>
#include <vector>

#include "cli/report/fix/file_plan.h"
#include "cli/shared/files.h"

namespace structural::cli {

struct FixOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter = {.archives = false};
  fix::ChangeImpact most = fix::ChangeImpact::kSame;
  fix::Choices choices;
  std::string output = "diff";  // or json, plan
  bool write = false;           // write the files
  bool check = false;           // fail if anything would change, or no CRD is found
  bool allow_empty = false;     // with `check`: do not fail without CRDs
  bool quiet = false;
  std::string command = "fix";
  Aim aim = Aim::kStructural;
};

// Prints diffs, patches or plans on standard output, and messages on standard error. Returns the
// exit code. 0: every CRD is structural afterwards, and a server accepts those in v1. 1: a CRD is
// not structural, or a server refuses it; with `check`, also if something would change. 2: an input
// cannot be read or edited. 3: a file cannot be written, or an internal error.
int RunFix(const FixOptions& options);

}  // namespace structural::cli
