// Runs git.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/credentials/program.h"
#include "schema/base/result.h"

namespace structural::cli {

struct GitCall {
  std::string folder;  // git's working folder
  std::vector<std::string> arguments;
  std::string input = {};  // standard input
  bool quiet = false;      // discard standard error
};

// Waits for git's end. Errors: those of kube::RunProgram; kNotFound means that git is not
// installed.
base::Result<kube::ProgramOutcome> RunGit(GitCall call);

// Returns the files that git tracks although a .gitignore matches them, as paths below the folder.
// Empty without a repository or git.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Returns whether the word names a commit in the repository of the folder.
bool IsRevision(const std::string& folder, const std::string& word);

}  // namespace structural::cli
