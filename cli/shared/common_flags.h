// Flags that several commands have.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared/arguments.h"
#include "cli/shared/files.h"
#include "cli/shared/logging.h"
#include "kube/config/config_flags.h"

namespace structural::cli {

// The variables of all these flags must outlive the parsing.

// Adds a flag with a Go duration, as in Kubernetes: "15s", "1m30s", "500ms".
Argument* AddDuration(Command& command, const std::string& name, std::chrono::milliseconds& value,
                      const std::string& help);

// Adds a flag whose value is one of `words`. `take` receives the value; `now` is the default in the
// help.
Argument* AddWord(Command& command, const std::string& name, std::vector<std::string> words, const std::string& now,
                  std::function<void(const std::string&)> take, const std::string& help);

template <typename T>
Argument* AddChoice(Command& command, const std::string& name, T& value, const std::map<std::string, T>& choices,
                    const std::string& help) {
  std::vector<std::string> words;
  std::string now;
  for (const auto& [word, meant] : choices) {
    words.push_back(word);
    if (meant == value) now = word;
  }
  const auto take = [&value, choices](const std::string& word) { value = choices.at(word); };
  return AddWord(command, name, std::move(words), now, take, help);
}

// Adds --color: whether the command's text output has colors.
void AddColorFlag(Command& command);

// Adds --log-format and -v.
void AddLogFlags(Command& command, LogFormat& format, int& verbosity, const std::string& levels);

// The heading of the connection flags in --help. Every command that uses an API server has these flags, with kubectl's
// names. The last value of a repeated flag takes precedence, as in kubectl.
inline constexpr const char* kConnectionGroup = "API server";

// Adds the connection flags except --context, for commands that may use several clusters.
void AddConnectionFlags(Command& command, kube::ConfigFlags* flags);

// Adds all connection flags to the command, as a group. `flags` must outlive the parsing.
void AddConfigFlags(Command& command, kube::ConfigFlags* flags);

// Adds the connection flags as AddConfigFlags does, but with another meaning of --cluster: without a value, it enables
// the use of the server. As in kubectl, --cluster=NAME names a cluster of the kubeconfig; the equals sign is required,
// because a word after --cluster is an argument.
Argument* AddClusterFlag(Command& command, kube::ConfigFlags* flags, const std::string& help);

// Refuses connection flags without --cluster in a command with AddClusterFlag. Must be called when
// the command begins.
void RequireCluster(Command& command);

// Adds the inputs of a command: the argument PATH and, as in kubectl, the flag -f. In `paths`,
// which must outlive the command, the arguments precede the values of -f. Returns the argument
// PATH. If it is made required, a command line with only -f is valid, too.
Argument* AddPaths(Command& command, std::vector<std::string>& paths, const std::string& help);

// Adds --include, --exclude and --no-gitignore, which select files in folders. `filter` must
// outlive the command.
void AddFilterFlags(Command& command, FileFilter& filter);

// Adds PATH, -f and the flags that select files in folders. `paths` and `filter` must outlive the
// command.
void AddInputFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter);

// Adds the flags of AddInputFlags, and a flag for the version of the CRDs. All variables must
// outlive the command.
void AddCrdFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter, std::string& version);

// Returns whether at most one of a command's inputs is "-", because standard input can be read only
// once.
bool OneStandardInput(const std::vector<std::string>& inputs);
inline constexpr const char* kOneStandardInput = "standard input can be read only once, but - is given twice";

// Adds --allow-empty. `allowed` must outlive the command.
void AddAllowEmpty(Command& command, bool& allowed);

// Prints on standard error that the files contain none of the objects that the command needs. Returns the exit code.
int ReportNothingFound(const std::string& command, const std::string& what);

}  // namespace structural::cli
