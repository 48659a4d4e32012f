// Runs git to answer questions about a work tree.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kube/credentials/program.h"
#include "schema/base/result.h"

namespace structural::cli {

struct GitCall {
  std::string folder;  // the working folder of git
  std::vector<std::string> arguments;
  std::string input = {};  // its standard input
  bool quiet = false;      // its standard error is dropped
};

// Waits for its end. Errors: those of kube::RunProgram; kNotFound says that git is not installed.
base::Result<kube::ProgramOutcome> RunGit(GitCall call);

// The files that git tracks although a .gitignore matches them, as paths below the folder. Empty without such files, without
// a repository, and without git.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Whether the word names a commit in the repository of the folder.
bool IsRevision(const std::string& folder, const std::string& word);

}  // namespace structural::cli
