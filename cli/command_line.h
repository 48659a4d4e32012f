// Converts the words of the command line into the form that the parser expects, and returns messages about unknown
// words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/command.h"

namespace structural::cli {

// Returns the arguments of the program in the parser's form: `-o=json` becomes `-ojson`, and `help COMMAND` becomes
// `COMMAND --help`. `help TOPIC` is not changed, because the command `help` prints topics.
std::vector<std::string> WordsOf(int argc, const char* const* argv);

// Moves connection flags from before the command to after it, because kubectl accepts them there:
// `--context staging scan` becomes `scan --context staging`.
std::vector<std::string> MoveFlagsAfterCommand(const CLI::App& app, std::vector<std::string> words);

// Replaces "--flag=" by two words: "--flag" and an empty word. Without this, the parser would use the next word as the
// value of the flag.
std::vector<std::string> WithEmptyValues(const CLI::App& app, const std::vector<std::string>& words);

// Adds the command `help`, so that the list of commands includes it.
void AddHelp(Command& app, int* exit_code);

// Returns the message about the first word that is in the place of a command but does not name one. Empty if all these
// words name commands, or if the parser reports the error.
std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words);

// Returns the message about the words that the command does not accept. It names unknown flags without their values,
// which can be secrets.
std::string UnexpectedWords(const CLI::App& app);

// Returns whether a word that the command does not accept is a flag.
bool HasUnknownFlag(const CLI::App& app);

// Returns a suggestion for the first unknown flag: " (did you mean --strict?)". For a flag that precedes its command,
// returns " (it belongs after the command)". Empty if no flag of the command is similar.
std::string SuggestFlag(const CLI::App& app);

// Sets the layout of --help, in which the examples precede the flags. Also applies to commands that are added later.
void FormatHelp(CLI::App& app);

// A topic of `structural help TOPIC`.
struct Topic {
  std::string_view name;
  std::string_view title;
  std::string_view text;
};

// Returns all topics, which have static storage duration.
std::span<const Topic> Topics();
// Returns the topic of this name, or nullptr.
const Topic* FindTopic(std::string_view name);

// Returns whether `program`, the path of the program, has the name kubectl-structural, which kubectl runs for `kubectl
// structural`.
bool IsPlugin(const std::string& program);

// Makes --help of the program and of all commands print `kubectl structural` instead of `structural`.
void UsePluginName(CLI::App& app);

}  // namespace structural::cli
