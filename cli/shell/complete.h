// Complete: finds the candidates for the word at the cursor when the user presses Tab in a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/command.h"

namespace structural::shell {

struct Candidate {
  std::string text;
  std::string description;  // one line; may be empty
};

struct Completion {
  std::vector<Candidate> candidates;
  bool with_files = false;  // true: the shell must add the names of files to the candidates
};

// Returns the candidates for the last of `words`, which are the words after the program's name. The last word ends at
// the cursor, and may be empty. Depending on the place of the cursor, candidates are commands and flags of `root`,
// rules, fields of the CRDs that the flag --crd names, or contexts of the kubeconfig. If a file cannot be read, its
// candidates are missing, and no error is reported.
Completion Complete(const CLI::App& root, const std::vector<std::string>& words);

// Returns a line for each candidate, with its description after a tab. The last line is ":0" if `completion.with_files` is
// set, otherwise ":4".
// Upstream: spf13/cobra completions.go, the format that kubectl expects from a plugin's completion
std::string CompletionText(const Completion& completion);

// The scripts that make shells request candidates from the program. Each script runs `structural __complete WORDS…` and
// reads the output in the format of CompletionText.
extern const std::string_view kBashScript;  // for bash 3.2 and later
extern const std::string_view kZshScript;
extern const std::string_view kFishScript;

}  // namespace structural::shell
