// RunExample: runs `structural example`.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/files.h"
#include "schema/values/generator.h"

namespace structural::cli {

struct PrintExampleOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string version;  // empty: the storage version, or the first served one if it is not served
  std::string field;    // empty: the whole object
  values::Size size = values::Size::kUsual;
  bool json = false;
};

// Prints an example of each CRD in the files. Returns the exit code. 0: all were printed. 1: no
// object was found that a server accepts. 2: an input cannot be read, or does not have the CRD,
// version or field.
int RunExample(const PrintExampleOptions& options);

}  // namespace structural::cli
