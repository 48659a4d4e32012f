// What `structural test` does.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/files.h"
#include "schema/suite/case.h"

namespace structural::cli {

struct TestOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter = {.archives = false};
  std::vector<std::string> crds;  // files and folders with the CRDs of all suites
  std::string run;                // a regular expression that titles of cases match; empty: all
  std::string output = "text";    // junit, tap, json
  suite::Words words = suite::Words::kOlder;
  bool verbose = false;
  bool fail_fast = false;
  bool update = false;    // write expectations of cases that fail into their files
  bool watch = false;     // run again after each change, until SIGTERM or SIGINT
  bool coverage = false;  // in text and json: what no case has met
};

// Reports go to standard output, errors and notes to standard error. Returns the exit code: 0 all
// cases pass, 1 one fails, 2 an input cannot be read, or there is no case in it, 3 the report or, with
// `update`, a suite could not be written.
int RunTest(const TestOptions& options);

}  // namespace structural::cli
