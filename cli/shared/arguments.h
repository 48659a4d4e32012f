// Command, Argument: the commands of the program, and their flags and positional arguments.
//
// The sources of commands use these classes instead of CLI11, the library of the parser: a source that includes CLI11
// compiles for two seconds longer. Only arguments.cc, common_flags.cc and the sources that use the parser as a whole
// (program.cc, command_line.cc, shell/) include it.
//
// The variables to which values are assigned must outlive the parsing. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace CLI {

class App;
class Option;

}  // namespace CLI

namespace structural::cli {

// A flag, such as "-o,--output", or a positional argument, such as "PATH". Owned by its command.
// The setters return the argument itself.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  // Set the texts for --help: the name of the value, the default, the heading of the group, the description.
  Argument* TypeName(const std::string& name);
  Argument* DefaultText(const std::string& text);
  Argument* ShowDefault();  // sets the default in --help to the current value of the variable
  Argument* Group(const std::string& name);
  Argument* Description(const std::string& text);

  // Restrict the accepted values. `check` returns the error in a value; an empty text if the value is accepted.
  Argument* OneOf(std::vector<std::string> words);
  Argument* Between(int min, int max);
  Argument* Between(double min, double max);
  Argument* Check(std::function<std::string(const std::string&)> check);
  // Like Check, but the function may also replace the value.
  Argument* Transform(std::function<std::string(std::string&)> transform);

  // Set whether the argument is required, can be repeated, needs another argument, or cannot be given with it.
  Argument* Required(bool required = true);
  Argument* TakeLast();  // accepts a repeated flag, and uses its last value

  Argument* Needs(const Argument* other);
  Argument* Excludes(const Argument* other);

  // Returns whether the user has given the argument. Valid after the parsing.
  bool given() const;
  std::string name() const;
  std::string value() const;  // the given value; without one, the default

 private:
  friend class Command;

  CLI::Option* option_;
};

// A command, or the program itself. Owns its arguments and subcommands. Not copyable.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}  // `app` must outlive the command
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* AddSubcommand(const std::string& name, const std::string& help);
  // Makes a command line without a subcommand of this command an error.
  void RequireSubcommand();
  // Sets the texts below the flags in --help: examples, notes and exit codes.
  void SetHelpTexts(const std::string& text);
  // Sets the function that runs the command. The parser calls it after the arguments were parsed.
  void OnRun(std::function<void()> run);

  // Add arguments with a value. The parameter before `help` is the variable for the value; its current value is the
  // default. A flag takes exactly one value each time it is given, even if the variable is a list. A positional list,
  // whose name has no dashes, such as "PATH", takes all positional arguments. Empty texts are errors: without this, an
  // unset variable in a script would have the effect of a missing flag.
  Argument* AddOption(const std::string& names, const std::string& help);
  Argument* AddOption(const std::string& names, std::string& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::optional<std::string>& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Argument* AddOption(const std::string& names, int& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::size_t& value, const std::string& help);
  Argument* AddOption(const std::string& names, double& value, const std::string& help);

  // Add arguments like AddOption, with a function that receives the value or all values, instead of a variable.
  Argument* OnValue(const std::string& names, std::function<void(const std::string&)> take, const std::string& help);
  Argument* OnValues(const std::string& names, std::function<void(const std::vector<std::string>&)> take,
                     const std::string& help);

  // Add flags without a value. A given flag sets `value` to true, or calls `take`.
  Argument* AddFlag(const std::string& names, bool& value, const std::string& help);
  // Adds a flag with an optional value; --help prints `type` as the name of the value. The value must follow an equals
  // sign; a word after the flag is a separate argument.
  Argument* AddFlag(const std::string& name, std::string& value, const std::string& type, const std::string& help);
  Argument* OnFlag(const std::string& names, std::function<void()> take, const std::string& help);

  // Returns the argument with this name. Precondition: it was added before.
  Argument* Find(const std::string& names);

  // Returns whether the user has given the argument. Valid after the parsing.
  bool Given(const std::string& name) const;
  bool HasSubcommandGiven() const;
  std::string name() const;

  // Returns the CLI11 object of the command, for code that uses the parser as a whole.
  CLI::App& app() { return *app_; }

 private:
  Argument* RegisterArgument(CLI::Option* option);

  CLI::App* app_;
  std::deque<Argument> arguments_;
  std::list<Command> subcommands_;
};

// Adds --flags-file, which reads flags of a command from a file.
//
// A line is NAME=VALUE: the name of a flag without its dashes, and the value, with or without quotes. NAME alone turns
// on a flag without a value. A repeatable flag has a line for each value. Blank lines, and lines that begin with #, are
// ignored. If the command line has the flag, too, the lines of the file have no effect.
//
// An unreadable file, a name that is not a flag of the command, and a wrong value are errors of the command line. Their
// messages have the file and line.
void AddFlagsFile(Command& command);

// Report an error in the arguments that the parser cannot detect, by throwing an exception of the parser. The program
// prints the message, and exits with kExitUsage. Can be called while arguments are parsed, and by the function of
// Command::OnRun.
[[noreturn]] void FailValidation(const std::string& why);
[[noreturn]] void FailValidation(const std::string& name, const std::string& why);
[[noreturn]] void FailRequired(const std::string& name);
[[noreturn]] void FailRequires(const std::string& name, const std::string& other);
[[noreturn]] void FailExcludes(const std::string& name, const std::string& other);

}  // namespace structural::cli
