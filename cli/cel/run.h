// What `structural cel` does.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace structural::cli {

struct CelOptions {
  std::optional<std::string> expression;  // "-": standard input; nullopt: the rules of the CRDs
  std::vector<std::string> crds;          // files and folders with CRDs
  std::string version;  // empty: that of the object, or the one that is stored
  std::string path;     // of the field that self is; empty: the whole object
  std::string object;   // a file with objects; empty: there is none
  std::string old;      // with the objects before an update
  bool optional_old_self = false;
  bool cost = false;
  bool explain = false;
  bool json = false;
};

// Returns the exit code: 0 the expression, or each rule, compiles and has a value; 1 it does not,
// it costs too much, or it is false for an object; 2 an input cannot be read.
int RunCel(const CelOptions& options);

}  // namespace structural::cli
