#include "cli/shell/flag.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

namespace structural::shell {
namespace {

// Returns the values that an option accepts. `checks`: CLI11's description of the option's type. "table" and "wide" for
// "TEXT:{table,wide}".
std::vector<std::string> ChoicesIn(const std::string& checks) {
  const auto begin = checks.find('{');
  const auto end = checks.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  std::vector<std::string> choices;
  std::stringstream list(checks.substr(begin + 1, end - begin - 1));
  for (std::string choice; std::getline(list, choice, ',');) {
    choices.push_back(choice);
  }
  return choices;
}

// Returns the name of an option's value: "FILE" for the parser's description "FILE:check". Returns "VALUE" for CLI11's
// own names of types, such as TEXT.
std::string ValueOf(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  const std::string type = option.get_type_name();
  if (option.get_items_expected_max() == 0) return type;
  std::string value = type.substr(0, type.find(':'));
  return value.empty() || value == "TEXT" || value == "INT" || value == "UINT" || value == "FLOAT" ? "VALUE" : value;
}

constexpr std::string_view kHeading = "Examples:\n";

std::string Trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of('\n');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

Flag FlagOf(const CLI::Option& option) {
  Flag flag;
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flag.names.push_back("--" + name);
  flag.positional = flag.names.empty();
  if (flag.positional) flag.names.push_back(option.get_name(true));
  flag.value = ValueOf(option);
  flag.choices = ChoicesIn(option.get_type_name());
  flag.default_value = option.get_default_str();
  flag.description = option.get_description();
  std::ranges::replace(flag.description, '\n', ' ');
  flag.group = option.get_group();
  flag.required = option.get_required();
  const int values = option.get_items_expected_max();
  flag.is_repeatable =
      values > 1 || (values == 1 && option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll);
  flag.optional_value = values == 0 && !flag.value.empty();
  return flag;
}

}  // namespace

std::vector<Flag> FlagsOf(const CLI::App& command) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_group().empty()) flags.push_back(FlagOf(*option));
  }
  return flags;
}

std::vector<const CLI::App*> CommandsOf(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); });
}

std::vector<const CLI::App*> AllCommandsOf(const CLI::App& command) {
  std::vector<const CLI::App*> all;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; })) {
    all.push_back(sub);
    for (const CLI::App* below : AllCommandsOf(*sub)) all.push_back(below);
  }
  return all;
}

HelpTexts SplitHelpTexts(const std::string& footer) {
  const auto begin = footer.find(kHeading);
  if (begin == std::string::npos) return {{}, Trimmed(footer)};
  const auto examples = begin + kHeading.size();
  const auto end = std::min(footer.find("\n\n", examples), footer.size());
  return {Trimmed(footer.substr(examples, end - examples)), Trimmed(footer.substr(0, begin) + footer.substr(end))};
}

}  // namespace structural::shell
