// Flag: what the parser knows of an option, for all that is made of it besides --help.
#pragma once

#include <string>
#include <vector>

#include "cli/shared/command.h"

namespace structural::shell {

// Plain data.
struct Flag {
  std::vector<std::string> names;    // "-o", "--output"; of an argument its name alone
  std::string value;                 // "FILE", an argument's name; empty: it takes none
  std::vector<std::string> choices;  // empty: any value
  std::string default_value;
  std::string description;
  std::string group;
  bool positional = false;
  bool required = false;
  bool repeated = false;        // it may stand several times
  bool optional_value = false;  // the value may be absent, and stands behind an equals sign
};

// Of a command, in the order of --help; those that it hides left out.
std::vector<Flag> FlagsOf(const CLI::App& command);

// The subcommands that --help shows.
std::vector<const CLI::App*> CommandsOf(const CLI::App& command);

// All, with those that help does not list, and theirs, each before its own.
std::vector<const CLI::App*> AllCommandsOf(const CLI::App& command);

// What a command's help says besides its flags.
// Plain data. Both without empty lines around them.
struct Footer {
  std::string examples;  // the lines below "Examples:"
  std::string notes;     // the rest
};

Footer SplitFooter(const std::string& footer);

}  // namespace structural::shell
