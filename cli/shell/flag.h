// Flag: the properties of a flag or positional argument of a command, for completion and man pages.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/command.h"

namespace structural::shell {

// Plain data.
struct Flag {
  std::vector<std::string> names;  // "-o" and "--output"; for a positional argument, its name alone
  // The name of the value, such as "FILE"; for a positional argument, its name; empty: the flag has no value.
  std::string value;
  std::vector<std::string> choices;  // accepted values; empty: any value
  std::string default_value;
  std::string description;
  std::string group;
  bool positional = false;
  bool required = false;
  bool is_repeatable = false;   // true: the flag can be given several times
  bool optional_value = false;  // the value is optional, and follows an equals sign
};

// Returns the flags of a command in the order of --help, without hidden flags.
std::vector<Flag> FlagsOf(const CLI::App& command);

// Returns the subcommands that --help shows.
std::vector<const CLI::App*> CommandsOf(const CLI::App& command);

// Returns all commands, including hidden ones; each precedes its subcommands.
std::vector<const CLI::App*> AllCommandsOf(const CLI::App& command);

// The texts below the flags in a command's help. Plain data. The members neither begin nor end with an empty line.
struct HelpTexts {
  std::string examples;  // the lines below "Examples:"
  std::string notes;     // the texts other than the examples
};

// Splits `footer`, the text of Command::SetHelpTexts, into its parts.
HelpTexts SplitHelpTexts(const std::string& footer);

}  // namespace structural::shell
