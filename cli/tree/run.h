// What `structural tree` does.
#pragma once

#include <string>
#include <vector>

#include "cli/tree/text.h"

namespace structural::cli {

struct TreeOptions {
  std::vector<std::string> paths;
  std::string version;  // empty: all
  std::string output = "text";
  tree::TextOptions text;
};

// Prints the schemas of the CRDs in the files; -> the exit code: 0 it is shown, whether or not it
// is structural, 2 an input cannot be read, or has nothing of what was asked for.
int RunTree(const TreeOptions& options);

}  // namespace structural::cli
