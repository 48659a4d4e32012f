// RunCel: runs `structural cel`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace structural::cli {

struct CelOptions {
  std::optional<std::string> expression;  // "-": standard input; nullopt: list the CEL rules of the CRDs
  std::vector<std::string> crds;          // files and folders with CRDs
  std::string version;  // empty: the version of the object's apiVersion, or without an object the storage version
  std::string path;     // path of the field whose value is `self`; empty: `self` is the whole object
  std::string object;   // path of the file with objects; may be empty
  std::string old;      // path of the file with the objects before an update; may be empty
  bool optional_old_self = false;
  bool cost = false;
  bool explain = false;
  bool json = false;
};

// Runs the command. Returns the exit code. 0: the expression, or each listed rule, compiles and can be evaluated. 1: an
// expression or a rule does not compile, cannot be evaluated, exceeds its cost limit, or is false for an object. 2: an
// input cannot be read.
int RunCel(const CelOptions& options);

}  // namespace structural::cli
