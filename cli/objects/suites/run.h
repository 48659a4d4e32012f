// RunTest: runs `structural test`.
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
  std::string run;                // regular expression for titles of cases; empty: all
  std::string output = "text";    // or junit, tap, json
  suite::Wording words = suite::Wording::kOlder;
  bool verbose = false;
  bool fail_fast = false;
  bool update = false;    // write the results of failed cases into their files
  bool watch = false;     // run again after each change, until SIGTERM or SIGINT
  bool coverage = false;  // in text and json: list what no case covers
};

// Prints reports on standard output, and errors and notes on standard error. Returns the exit code.
// 0: all cases pass. 1: a case fails. 2: an input cannot be read, or has no case. 3: the report or,
// with `update`, a suite could not be written.
int RunTest(const TestOptions& options);

}  // namespace structural::cli
