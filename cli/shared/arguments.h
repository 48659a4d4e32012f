// Command, Argument: the arguments of a command.
//
// Commands describe their arguments with these classes. Only arguments.cc and the sources that use the parser as a
// whole (main.cc, command_line.cc and shell/) include CLI11, the parser's library, because each source that includes it
// compiles for two seconds longer.
//
// Variables of arguments must outlive the parsing. Not thread-safe.
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

  // Set the texts for help: the name of the value, the default, the heading, the description.
  Argument* TypeName(const std::string& name);
  Argument* DefaultText(const std::string& text);
  Argument* ShowDefault();  // shows the current value of its variable
  Argument* Group(const std::string& name);
  Argument* Description(const std::string& text);

  // Restrict the accepted values. `check` returns the error in a value, or an empty text.
  Argument* OneOf(std::vector<std::string> words);
  Argument* Between(int min, int max);
  Argument* Between(double min, double max);
  Argument* Check(std::function<std::string(const std::string&)> check);
  // Like Check, but the function may also replace the value.
  Argument* Transform(std::function<std::string(std::string&)> transform);

  // Set how often the argument must or can be given, and with which other arguments.
  Argument* Required(bool required = true);
  Argument* TakeLast();  // accepts a repeated flag, and uses its last value

  Argument* Needs(const Argument* other);
  Argument* Excludes(const Argument* other);

  // Returns whether the user has given the argument. Valid after the parsing.
  bool given() const;
  std::string name() const;
  std::string value() const;  // the given value, or the default

 private:
  friend class Command;

  CLI::Option* option_;
};

// A command, or the program itself. Not copyable; owns its arguments and subcommands.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}  // `app` must outlive the command
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* AddSubcommand(const std::string& name, const std::string& help);
  void RequireSubcommand();
  void SetHelpTexts(const std::string& text);
  void OnRun(std::function<void()> run);

  // Add arguments with a value. The last parameter before `help` is the variable for the value; its current value is
  // the default. A flag takes exactly one value each time it is given, even if the variable is a list: the next word is
  // a separate argument. A text must not be empty, because an unset variable of a script must not count as a missing
  // flag. A positional list, whose name has no dashes, such as "PATH", takes all positional arguments.
  Argument* AddOption(const std::string& names, const std::string& help);
  Argument* AddOption(const std::string& names, std::string& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::optional<std::string>& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::vector<std::string>& values, const std::string& help);
  Argument* AddOption(const std::string& names, int& value, const std::string& help);
  Argument* AddOption(const std::string& names, std::size_t& value, const std::string& help);
  Argument* AddOption(const std::string& names, double& value, const std::string& help);

  // Add arguments like AddOption. Instead of a variable, a function receives the value, or all values.
  Argument* OnValue(const std::string& names, std::function<void(const std::string&)> take, const std::string& help);
  Argument* OnValues(const std::string& names, std::function<void(const std::vector<std::string>&)> take,
                     const std::string& help);

  // Add flags without a value.
  Argument* AddFlag(const std::string& names, bool& value, const std::string& help);
  // Adds a flag with an optional value, whose name in help is `type`. The value must follow an equals sign: the word
  // after the flag is a separate argument.
  Argument* AddFlag(const std::string& name, std::string& value, const std::string& type, const std::string& help);
  Argument* OnFlag(const std::string& names, std::function<void()> take, const std::string& help);

  // Returns an argument that was added before. `names` is one of its names. Precondition: the argument exists.
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
// A line is NAME=VALUE: a flag without its dashes, and its value as on the command line, with or
// without quotes. NAME alone turns a flag on. A repeatable flag has a line for each value. Blank
// lines and those that begin with # are ignored. A flag on the command line overrides the file.
//
// The file is read after the arguments. Errors have file and line: an unreadable file, a name that
// is not a flag of the command, and a wrong value.
void AddFlagsFile(Command& command);

// Report an error in the arguments that the parser cannot detect. Can be called while arguments are parsed, or when a
// command begins. The program prints the text and exits with kExitUsage.
[[noreturn]] void FailValidation(const std::string& why);
[[noreturn]] void FailValidation(const std::string& name, const std::string& why);
[[noreturn]] void FailRequired(const std::string& name);
[[noreturn]] void FailRequires(const std::string& name, const std::string& other);
[[noreturn]] void FailExcludes(const std::string& name, const std::string& other);

}  // namespace structural::cli
