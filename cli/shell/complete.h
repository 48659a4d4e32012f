// Complete: what may stand where somebody presses Tab.
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
  bool files = false;  // the names of files fit, too
};

// `words` are those behind the program's name, the last one up to the cursor; it may be empty.
// Commands and flags are those of `root`. Rules are named where one is wanted, fields of the CRDs that
// stand behind --crd, and for --context the contexts of the kubeconfig, which are read for it; whatever
// goes wrong, there is less to offer.
Completion Complete(const CLI::App& root, const std::vector<std::string>& words);

// A candidate a line, its description behind a tab; then ":0" where files fit, else ":4".
// Upstream: spf13/cobra completions.go, whose answers kubectl asks a plugin's completion for
std::string CompletionText(const Completion& completion);

// The scripts that make shells ask the program itself what may stand where Tab is pressed.
// Each runs `structural __complete WORDS…` and reads CompletionText.
extern const std::string_view kBashScript;  // bash 3.2 and later
extern const std::string_view kZshScript;
extern const std::string_view kFishScript;

}  // namespace structural::shell
