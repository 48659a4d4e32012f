// Flags that several commands have in the same form.
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

// What they write to must outlive the parsing.

// A Go duration, as Kubernetes' flags have them: "15s", "1m30s", "500ms".
Argument* AddDuration(Command& command, const std::string& name,
                         std::chrono::milliseconds& value, const std::string& help);

// A flag whose value is one of these words. `take` is given it; `now` is the value without the
// flag.
Argument* AddWord(Command& command, const std::string& name, std::vector<std::string> words,
                     const std::string& now, std::function<void(const std::string&)> take,
                     const std::string& help);

template <typename T>
Argument* AddChoice(Command& command, const std::string& name, T& value,
                       const std::map<std::string, T>& choices, const std::string& help) {
  std::vector<std::string> words;
  std::string now;
  for (const auto& [word, meant] : choices) {
    words.push_back(word);
    if (meant == value) now = word;
  }
  const auto take = [&value, choices](const std::string& word) { value = choices.at(word); };
  return AddWord(command, name, std::move(words), now, take, help);
}

// --color: whether the command's text output has colors.
void AddColorFlag(Command& command);

// --log-format and -v.
void AddLogFlags(Command& command, LogFormat& format, int& verbosity, const std::string& levels);

// --flags-file: flags of a command from a file.
//
// A line is NAME=VALUE: a flag without its dashes, and what would follow it on the command line, in
// quotes or not; NAME alone switches a flag on. A repeatable flag has a line each time. Blank lines
// and those that begin with # say nothing. Where the command line has a flag, too, that counts, and
// not the file.
//
// Adds --flags-file. The file is read when the arguments have been; a file that cannot be read, a name
// that is no flag of the command and a wrong value are refused with file and line.
void AddFlagsFile(Command& command);

// The flags of every command that reaches an API server: kubectl's own, by the same names. Of one
// that is given twice the last counts, as there. They are a group of --help.
inline constexpr const char* kConnectionGroup = "API server";

// How a cluster is reached, without --context: for commands that may reach several.
void AddConnectionFlags(Command& command, kube::ConfigFlags* flags);

// Adds them to the command, in a group of their own. `flags` must outlive the parsing.
void AddConfigFlags(Command& command, kube::ConfigFlags* flags);

// The same, but --cluster is the flag that asks for the server. Only behind an equals sign has it the name of a
// cluster of the kubeconfig, which kubectl has it for; the next word is an argument.
Argument* AddClusterFlag(Command& command, kube::ConfigFlags* flags, const std::string& help);

// Refuses the connection flags of a command with AddClusterFlag that are given without --cluster. Call it when the command
// begins.
void RequireCluster(Command& command);

// PATH and, as in kubectl, -f: what a command reads. `paths` has the arguments first, and must outlive
// the command. Returns PATH; if it is required, -f is enough.
Argument* AddPaths(Command& command, std::vector<std::string>& paths, const std::string& help);

// --include, --exclude and --no-gitignore: what is taken in folders. `filter` must outlive the
// command.
void AddFilterFlags(Command& command, FileFilter& filter);

// PATH or -f, and what is taken in folders. `paths` and `filter` must outlive the command.
void AddInputFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter);

// The same, and which version of the CRDs in it. All must outlive the command.
void AddCrdFlags(Command& command, std::vector<std::string>& paths, FileFilter& filter,
                 std::string& version);

// Whether at most one of a command's inputs is "-": standard input is empty the second time.
bool OneStandardInput(const std::vector<std::string>& inputs);
inline constexpr const char* kOneStandardInput =
    "standard input can be read only once, but - is given twice";

// --allow-empty. `allowed` must outlive the command.
void AddAllowEmpty(Command& command, bool& allowed);

// Says on standard error that there is nothing in the files. Returns the exit code.
int FoundNothing(const std::string& command, const std::string& what);

}  // namespace structural::cli
