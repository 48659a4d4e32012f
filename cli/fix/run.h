// A run of `structural fix` or `structural upgrade`.
#pragma once

#include <string>
#include <vector>

#include "cli/fix/file_plan.h"
#include "cli/shared/files.h"

namespace structural::cli {

struct FixOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter = {.archives = false};
  fix::ChangeImpact most = fix::ChangeImpact::kSame;
  fix::Choices choices;
  std::string output = "diff";  // json, plan
  bool write = false;           // the files themselves
  bool check = false;           // fails where anything would change, or there is no CRD
  bool allow_empty = false;     // with `check`: it is no failure that there is no CRD
  bool quiet = false;
  std::string command = "fix";
  Aim aim = Aim::kStructural;
};

// Diffs, patches or plans go to standard output, what is said of them to standard error. Returns
// the exit code: 0 every CRD is structural in the end and a server accepts those in v1, 1 one is
// not, or with `check` something would change, 2 an input cannot be read or edited, 3 a file cannot
// be written, or the run itself failed.
int RunFix(const FixOptions& options);

}  // namespace structural::cli
