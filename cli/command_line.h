// Functions that convert the words of the command line for the parser, and messages about unknown words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/command.h"

namespace structural::cli {

// Returns the words in the parser's form: `-o=json` becomes `-ojson`, and `help COMMAND` becomes `COMMAND --help`.
// `help TOPIC` is not changed; FindTopic finds the topic.
std::vector<std::string> WordsOf(int argc, const char* const* argv);

// Moves connection flags from before the command to after it, because kubectl accepts them there:
// `--context staging scan` becomes `scan --context staging`.
std::vector<std::string> MoveFlagsAfterCommand(const CLI::App& app, std::vector<std::string> words);

// Replaces "--flag=" by "--flag" and an empty word. Otherwise the parser would use the next word as
// its value.
std::vector<std::string> WithEmptyValues(const CLI::App& app, const std::vector<std::string>& words);

// Adds the command `help`, so that the list of commands includes it.
void AddHelp(Command& app, int* exit_code);

// Returns the message for a first word that is not a command. Empty if the first word is a command,
// or if the parser reports the error.
std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words);

// Returns the message for words that the command does not accept. Unknown flags are reported
// without values, which can be secrets.
std::string UnexpectedWords(const CLI::App& app);

// Returns whether a word that the command does not accept is a flag.
bool HasUnknownFlag(const CLI::App& app);

// Returns a suggestion for an unknown flag of the command that was parsed last: " (did you mean
// --strict?)". Empty if no flag is similar. Also reports a flag that precedes its command.
std::string MeantFlag(const CLI::App& app);

// Sets the layout of --help: examples precede the flags. Also applies to commands that are added
// later.
void FormatHelp(CLI::App& app);

// A topic of `structural help TOPIC`.
struct Topic {
  std::string_view name;
  std::string_view title;
  std::string_view text;
};

// Returns all topics, which have static storage duration.
std::span<const Topic> Topics();
const Topic* FindTopic(std::string_view name);

// Returns whether the program is installed as kubectl-structural, and used as `kubectl structural`.
bool IsPlugin(const std::string& program);

// Makes help use the plugin's name in its usage and for all commands.
void UsePluginName(CLI::App& app);

}  // namespace structural::cli
