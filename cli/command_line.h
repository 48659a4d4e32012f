// What was typed behind the program's name, and what to say where the parser says too little.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/command.h"

namespace structural::cli {

// The words, as the parser takes them: `-o=json` is `-ojson`, and `help COMMAND` is `COMMAND
// --help`. `help TOPIC` stays as it is (FindTopic).
std::vector<std::string> WordsOf(int argc, const char* const* argv);

// The words, with the flags behind the command that lead to an API server and stand before it, as
// kubectl takes them: `--context staging scan` is `scan --context staging`.
std::vector<std::string> BehindTheCommand(const CLI::App& app, std::vector<std::string> words);

// The words, with "--flag=" as "--flag" and an empty word: the parser takes the next word for its value.
std::vector<std::string> WithEmptyValues(const CLI::App& app, const std::vector<std::string>& words);

// The command `help`, for those who look for it where the others are.
void AddHelp(Command& app, int* exit_code);

// What to say of the first word that should name a command, and names none; empty where all is
// well, or where the parser has more to say.
std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words);

// What to say of words that no command takes. Of flags that there are not, only their names: what
// stands behind a mistyped one can be a secret.
std::string UnexpectedWords(const CLI::App& app);

// Whether there is one among them.
bool HasUnknownFlag(const CLI::App& app);

// Which flag may be meant by one that there is not, of the command that was parsed last: " (did you
// mean --strict?)". Empty: none is like it.
// Of one that stands before its command it says so.
std::string MeantFlag(const CLI::App& app);

// How --help looks: the examples come before the flags.
// For the commands that are added afterwards, too.
void FormatHelp(CLI::App& app);

// What `structural help TOPIC` prints beside the help of commands.
struct Topic {
  std::string_view name;
  std::string_view title;
  std::string_view text;
};

// Static storage.
std::span<const Topic> Topics();
const Topic* FindTopic(std::string_view name);

// Installed as kubectl-structural it is `kubectl structural`.
bool IsPlugin(const std::string& program);

// From now on help says so: in its usage, and wherever it names a command.
void SpeakAsPlugin(CLI::App& app);

}  // namespace structural::cli
