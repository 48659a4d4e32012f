// Flag: the properties of an option of the parser, for completion and man pages.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/command.h"

namespace structural::shell {

// Plain data.
struct Flag {
  std::vector<std::string> names;    // "-o", "--output"; for a positional argument only its name
  std::string value;                 // name of the value: "FILE"; for an argument its name; empty: no value
  std::vector<std::string> choices;  // empty: any value
  std::string default_value;
  std::string description;
  std::string group;
  bool positional = false;
  bool required = false;
  bool repeated = false;        // true: the flag can be given several times
  bool optional_value = false;  // the value is optional, and follows an equals sign
};

// Returns the flags of a command in the order of --help, without hidden flags.
std::vector<Flag> FlagsOf(const CLI::App& command);

// Returns the subcommands that --help shows.
std::vector<const CLI::App*> CommandsOf(const CLI::App& command);

// Returns all commands, including hidden ones; each precedes its subcommands.
std::vector<const CLI::App*> AllCommandsOf(const CLI::App& command);

// The texts of a command's help, without its flags. Plain data. The members do not begin or end with an empty line.
struct HelpTexts {
  std::string examples;  // the lines below "Examples:"
  std::string notes;     // the help's other texts, without the examples
};

HelpTexts SplitHelpTexts(const std::string& footer);

}  // namespace structural::shell
