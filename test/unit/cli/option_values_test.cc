// Each option of each command takes exactly one value each time that it occurs, at any position in the command line.
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include "cli/command_line.h"
#include "cli/program.h"
#include "cli/shell/flag.h"

namespace structural::cli {
namespace {

using Words = std::vector<std::string>;

// The program's command-line parser, without the actions of the commands.
class Program {
 public:
  Program() {
    AddCommands(root_, &exit_code_);
    // Ends the parsing with an exception before the action of a command runs.
    app_.parse_complete_callback([] { throw CLI::Success(); });
  }

  std::vector<const CLI::App*> commands() const { return shell::AllCommandsOf(app_); }

  // Parses the words. Returns {name of an option: its values}. The words that no option has taken are under the name
  // "".
  std::map<std::string, Words> Parse(const CLI::App& command, const Words& words) {
    Words all = NamesOf(command);
    all.insert(all.end(), words.begin(), words.end());
    all = WithEmptyValues(app_, all);
    try {
      app_.parse(Words(all.rbegin(), all.rend()));
    } catch (const CLI::ParseError&) {
      // An invalid value causes an exception, but the option has taken the value, so the exception is ignored.
    }
    std::map<std::string, Words> taken;
    for (const CLI::Option* option : command.get_options()) {
      if (option->count() != 0) taken[option->get_name(option->get_positional())] = option->results();
    }
    if (command.remaining_size() != 0) taken[""] = command.remaining();
    return taken;
  }

 private:
  static Words NamesOf(const CLI::App& command) {
    if (command.get_parent() == nullptr) return {};
    Words names = NamesOf(*command.get_parent());
    names.push_back(command.get_name());
    return names;
  }

  CLI::App app_{"", "structural"};
  int exit_code_ = 0;
  Command root_{app_};
};

Words Joined(Words first, const Words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Returns the flag's name in the parser: its first long name.
std::string NameOf(const shell::Flag& flag) {
  for (const std::string& name : flag.names) {
    if (name.starts_with("--")) return name;
  }
  return flag.names.back();
}

std::string ValueFor(const shell::Flag& flag) { return flag.choices.empty() ? "value" : flag.choices.front(); }

// Words for the positional arguments of a command: `words` has all of them, `taken` those of each argument, by its
// name.
struct Positionals {
  explicit Positionals(const CLI::App& command) {
    for (const shell::Flag& flag : shell::FlagsOf(command)) {
      if (!flag.positional) continue;
      Words own = {ValueFor(flag)};
      if (flag.is_repeatable) own.push_back("another");
      taken[flag.names[0]] = own;
      words = Joined(words, own);
    }
  }

  Words words;
  std::map<std::string, Words> taken;
};

// Returns all notations of a flag with this value, such as `--name=value` and `--name value`.
std::vector<Words> FormsOf(const shell::Flag& flag, const std::string& value) {
  std::vector<Words> forms;
  for (const std::string& name : flag.names) {
    const bool is_short = !name.starts_with("--");
    if (!flag.optional_value) forms.push_back({name, value});
    if (!value.empty()) forms.push_back({name + (is_short ? "" : "=") + value});
    if (value.empty() && !is_short) forms.push_back({name + "="});
  }
  return forms;
}

class OptionValues : public testing::Test {
 protected:
  void Check(const CLI::App& command, const Words& option, const std::string& name, const Words& values) {
    const Positionals arguments(command);
    auto expected = arguments.taken;
    expected[name] = values;
    EXPECT_EQ(expected, program_.Parse(command, Joined(option, arguments.words)))
        << command.get_name() << " " << option[0] << " before the arguments";
    EXPECT_EQ(expected, program_.Parse(command, Joined(arguments.words, option)))
        << command.get_name() << " " << option[0] << " behind the arguments";
  }

  Program program_;
};

TEST_F(OptionValues, AFlagTakesOneValueEachTime) {
  int checked = 0;
  for (const CLI::App* command : program_.commands()) {
    for (const shell::Flag& flag : shell::FlagsOf(*command)) {
      if (flag.positional || flag.value.empty()) continue;
      for (const std::string& value : {ValueFor(flag), std::string()}) {
        for (const Words& form : FormsOf(flag, value)) {
          Check(*command, form, NameOf(flag), {value});
          Check(*command, Joined(form, form), NameOf(flag), {value, value});
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 500);
}

TEST_F(OptionValues, AFlagWithoutAValueTakesNone) {
  for (const CLI::App* command : program_.commands()) {
    for (const shell::Flag& flag : shell::FlagsOf(*command)) {
      if (flag.positional || (!flag.value.empty() && !flag.optional_value)) continue;
      for (const std::string& name : flag.names) {
        if (NameOf(flag) == "--help") continue;
        const Positionals arguments(*command);
        auto expected = program_.Parse(*command, Joined(arguments.words, {name}));
        EXPECT_EQ(1u, expected[NameOf(flag)].size()) << command->get_name() << " " << name;
        Check(*command, {name}, NameOf(flag), expected[NameOf(flag)]);
      }
    }
  }
}

}  // namespace
}  // namespace structural::cli
