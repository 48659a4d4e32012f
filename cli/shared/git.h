// Runs git for what only it knows of a work tree.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/credentials/program.h"
#include "schema/base/result.h"

namespace structural::cli {

struct GitCall {
  std::string folder;  // that it runs in
  std::vector<std::string> arguments;
  std::string input = {};  // its standard input
  bool quiet = false;      // its standard error is dropped
};

// Waits for its end. Errors: those of kube::RunProgram; kNotFound says that git is not installed.
base::Result<kube::ProgramOutcome> RunGit(GitCall call);

// Files that git tracks although a .gitignore has them, by their paths below the folder. Empty where there are none, or
// no repository, or no git.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Whether git takes the word for a commit, in the repository around the folder.
bool IsRevision(const std::string& folder, const std::string& word);

}  // namespace structural::cli
