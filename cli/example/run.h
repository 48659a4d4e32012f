// What `structural example` does.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/files.h"
#include "schema/example/generator.h"

namespace structural::cli {

struct PrintExampleOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // empty: the stored one, or else the first served
  std::string field;    // empty: the object
  example::Size size = example::Size::kUsual;
  bool json = false;
};

// Prints an example of each CRD in the files; -> the exit code: 0 all, 1 a server accepts none that
// was found, 2 an input cannot be read, or has no such CRD, version or field.
int RunExample(const PrintExampleOptions& options);

}  // namespace structural::cli
