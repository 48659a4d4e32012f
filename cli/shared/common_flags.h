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

// The variables to which the flags assign their values must outlive the parsing.

// Adds a flag whose value is a duration in the syntax of Go: "15s", "1m30s", "500ms".
Argument* AddDurationFlag(Command& command, const std::string& name, std::chrono::milliseconds& value,
                          const std::string& help);

// Adds a flag whose value is one of `words`. `take` receives the value; `now` is the default that --help prints.
Argument* AddWordFlag(Command& command, const std::string& name, std::vector<std::string> words, const std::string& now,
                      std::function<void(const std::string&)> take, const std::string& help);

// Adds a flag whose value is a key of `choices`, and assigns the value of the key to `value`. The current value is the
// default.
template <typename T>
Argument* AddChoiceFlag(Command& command, const std::string& name, T& value, const std::map<std::string, T>& choices,
                        const std::string& help) {
  std::vector<std::string> words;
  std::string now;
  for (const auto& [word, meant] : choices) {
    words.push_back(word);
    if (meant == value) now = word;
  }
  const auto take = [&value, choices](const std::string& word) { value = choices.at(word); };
  return AddWordFlag(command, name, std::move(words), now, take, help);
}

// Adds --color, which sets the color mode of the process (SetColorMode).
void AddColorFlag(Command& command);

// Adds --log-format and -v. `levels` describes the log levels in --help.
void AddLogFlags(Command& command, LogFormat& format, int& verbosity, const std::string& levels);

// Heading of the connection flags in --help. All commands that use an API server have these flags, which have kubectl's
// names. As in kubectl, the last value of a repeated flag is used.
inline constexpr const char* kConnectionGroup = "API server";

// Adds the connection flags except --context, for commands that can use several clusters.
void AddConnectionFlags(Command& command, kube::ConfigFlags* flags);

// Adds all connection flags, including --context. `flags` must outlive the parsing.
void AddConfigFlags(Command& command, kube::ConfigFlags* flags);

// Adds the connection flags for a command that uses an API server only if --cluster is given. --cluster alone selects
// the server of the context; --cluster=NAME also names a cluster of the kubeconfig, as in kubectl. The equals sign is
// required, because a word after --cluster is an argument. Returns the flag --cluster.
Argument* AddClusterFlag(Command& command, kube::ConfigFlags* flags, const std::string& help);

// Makes connection flags without --cluster an error, in a command with AddClusterFlag. Must be called at the start of
// the function of Command::OnRun.
void RequireCluster(Command& command);

// Adds the inputs of a command: the argument PATH and, as in kubectl, the flag -f. In `paths`, which must outlive the
// command, the arguments precede the values of -f. Returns the argument PATH. If the caller makes it required, -f alone
// is accepted, too.
Argument* AddPathArguments(Command& command, std::vector<std::string>& paths, const std::string& help);

// Adds --include, --exclude and --no-gitignore, which select files in folders. `filter` must
// outlive the command.
void AddFilterFlags(Command& command, FileFilter& filter);

// Adds PATH, which is required, -f, and the flags that select files in folders. `paths` and `filter` must outlive the
// command.
void AddInputFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter);

// Adds the flags of AddInputFlags, and a flag for the version of the CRDs. All variables must
// outlive the command.
void AddCrdFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter, std::string& version);

// Returns whether at most one of a command's inputs is "-". If two are, the command must fail with kStandardInputTwice,
// because standard input can be read only once.
bool ReadsStandardInputOnce(const std::vector<std::string>& inputs);
inline constexpr const char* kStandardInputTwice = "standard input can be read only once, but - is given twice";

// Adds --allow-empty. `allowed` must outlive the command.
void AddAllowEmptyFlag(Command& command, bool& allowed);

// Prints on standard error that the files contain no `what`, such as "CRD". Returns the exit code, kExitUsage.
int ReportNothingFound(const std::string& command, const std::string& what);

}  // namespace structural::cli
