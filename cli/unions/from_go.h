// What `structural unions from-go` prints.
#pragma once

#include <string>
#include <vector>

namespace structural::cli {

struct UnionsFromGoOptions {
  std::vector<std::string> paths;    // Go files, and folders with some; "-" is standard input
  std::string output = "extension";  // or "annotation"
  std::string type;     // the kind that the annotation is for; empty: the one that there is
  std::string version;  // of the CRD that the annotation is for; empty: every one
};

// Prints YAML: x-kubernetes-unions by the name of the Go type, or metadata with the annotation.
// What is wrong goes to standard error, with its place, and then nothing is printed. Returns the
// exit code.
int RunUnionsFromGo(const UnionsFromGoOptions& options);

}  // namespace structural::cli
