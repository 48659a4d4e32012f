#include "cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "cli/shared/common_flags.h"
#include "cli/shared/wrap.h"
#include "cli/shell/flag.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

constexpr std::string_view kHelp = "help";

const CLI::App* Find(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->check_name(name)) return command;
  }
  return nullptr;
}

std::string Message(const CLI::App& app, const std::string& word) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::string_view similar = MostSimilar(word, names);
  return "unknown command " + base::Quote(word) +
         (similar.empty() ? "" : "; did you mean " + base::Quote(similar) + "?");
}

// Returns the connection flag of this name, or nullptr if no command has it.
const CLI::Option* ConnectionFlag(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands({})) {
    const CLI::Option* flag = command->get_option_no_throw(name);
    if (flag != nullptr && flag->get_group() == kConnectionGroup) return flag;
  }
  return nullptr;
}

// Drops flags --context=NAME before the command, except the last one; if --context also follows the command, drops all
// of them. So the flag that the user types overrides that of a shell alias; without this, scan would use both contexts.
// Returns the number of dropped flags.
std::size_t DropContexts(std::vector<std::string>& words, std::size_t command) {
  const auto end = std::ranges::find(words, "--");
  bool later = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(command), end, [](const std::string& word) {
    return word == "--context" || word.starts_with("--context=");
  });
  std::size_t dropped = 0;
  for (std::size_t i = command; i-- > 0;) {
    if (!words[i].starts_with("--context=") || !std::exchange(later, true)) continue;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    ++dropped;
  }
  return dropped;
}

// Returns whether the word is like "-o=json". kubectl accepts this form; the parser only accepts "-ojson".
bool IsShortWithEquals(std::string_view word) {
  return word.size() > 3 && word[0] == '-' && word[1] != '-' && word[2] == '=';
}

// The flags of the innermost subcommand that was parsed.
class Flags {
 public:
  explicit Flags(const CLI::App& app) {
    const CLI::App* at = &app;
    while (!at->get_subcommands().empty()) at = at->get_subcommands().back();
    flags_ = shell::FlagsOf(*at);
  }

  // Returns the name of the flag that is most similar to the word; empty if no flag is similar.
  std::string MostSimilar(std::string_view word) const {
    std::vector<std::string_view> names;
    for (const shell::Flag& flag : flags_) {
      if (!flag.positional) names.insert(names.end(), flag.names.begin(), flag.names.end());
    }
    return std::string(cli::MostSimilar(word.substr(0, word.find('=')), names));
  }

  bool Has(const std::string& name) const {
    return std::ranges::any_of(
        flags_, [&](const shell::Flag& flag) { return std::ranges::find(flag.names, name) != flag.names.end(); });
  }

  // Returns the name of the flag in a word, without its value: "--flag" for "--flag=VALUE", "-p" for "-pVALUE".
  std::string NameIn(const std::string& word) const {
    const bool whole = word[1] == '-' || MostSimilar(word).starts_with("--");
    return word.substr(0, whole ? word.find('=') : 2);
  }

 private:
  std::vector<shell::Flag> flags_;
};

}  // namespace

std::vector<std::string> WordsOf(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  for (std::string& word : words) {
    if (word == "--") break;
    if (IsShortWithEquals(word)) word.erase(2, 1);
  }
  const bool asks = !words.empty() && words[0] == kHelp;
  if (!asks || (words.size() > 1 && words[1].starts_with('-'))) return words;
  if (words.size() == 2 && FindTopic(words[1]) != nullptr) return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

void AddHelp(Command& app, int*) {
  auto* command = app.AddSubcommand(std::string(kHelp), "Print the help of a command or topic");
  std::string topics;
  for (const Topic& topic : Topics()) base::AppendItem(topics, ", ", topic.name);
  auto name = std::make_shared<std::string>();
  command->AddOption("COMMAND", *name,
                     "Command, such as scan or union from-go (default: all commands),\n"
                     "or topic: " +
                         topics);
  command->SetHelpTexts("Examples:\n  structural help\n  structural help lint\n  structural help exit-codes\n");
  command->OnRun([name] {
    if (const Topic* topic = FindTopic(*name)) std::cout << topic->title << ":\n" << topic->text;
  });
}

std::string UnknownCommand(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  for (const std::string& word : words) {
    if (at->get_require_subcommand_min() == 0 || word.empty() || word.front() == '-') return {};
    const CLI::App* command = Find(*at, word);
    if (command == nullptr) return Message(*at, word);
    at = command;
  }
  return {};
}

std::string UnexpectedWords(const CLI::App& app) {
  const Flags flags(app);
  std::string unknown, others;
  for (const std::string& word : app.remaining(true)) {
    const bool flag = word.size() > 1 && word[0] == '-';
    (flag ? unknown : others).append(" ").append(flag ? flags.NameIn(word) : word);
  }
  const std::string& shown = unknown.empty() ? others : unknown;
  const bool one = std::ranges::count(shown, ' ') == 1;
  return (one ? "The following argument was not expected:" : "The following arguments were not expected:") + shown;
}

std::string SuggestFlag(const CLI::App& app) {
  const Flags flags(app);
  for (const std::string& word : app.remaining(true)) {
    if (flags.Has(word.substr(0, word.find('=')))) return " (it belongs after the command)";
    const std::string similar = flags.MostSimilar(word);
    if (similar.starts_with("--")) return " (did you mean " + similar + "?)";
  }
  return {};
}

bool HasUnknownFlag(const CLI::App& app) {
  return std::ranges::any_of(app.remaining(true),
                             [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
}

std::vector<std::string> MoveFlagsAfterCommand(const CLI::App& app, std::vector<std::string> words) {
  std::size_t command = 0;
  while (command < words.size() && words[command].starts_with('-')) {
    const std::string& word = words[command];
    const CLI::Option* flag = ConnectionFlag(app, word.substr(0, word.find('=')));
    if (flag == nullptr) return words;
    const bool value_follows = flag->get_items_expected_max() != 0 && word.find('=') == word.npos;
    if (value_follows && word.starts_with("--") && command + 1 < words.size()) {
      // joins flag and value, because the parser requires an equals sign after --cluster
      words[command] += "=" + words[command + 1];
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(command) + 1);
      ++command;
    } else {
      command += value_follows ? 2 : 1;
    }
  }
  if (command >= words.size()) return words;
  command -= DropContexts(words, command);
  const auto begin = words.begin();
  std::rotate(begin, begin + static_cast<std::ptrdiff_t>(command), begin + static_cast<std::ptrdiff_t>(command) + 1);
  return words;
}

std::vector<std::string> WithEmptyValues(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<std::string> all;
  const CLI::App* at = &app;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == "--") {
      all.insert(all.end(), word, words.end());
      break;
    }
    const bool empty = word->starts_with("--") && word->find('=') == word->size() - 1;
    const CLI::Option* flag = empty ? at->get_option_no_throw(word->substr(0, word->size() - 1)) : nullptr;
    if (flag != nullptr && flag->get_items_expected_max() != 0) {
      all.push_back(word->substr(0, word->size() - 1));
      all.emplace_back();
      continue;
    }
    if (const CLI::App* command = Find(*at, *word)) at = command;
    all.push_back(*word);
  }
  return all;
}

namespace {

class ExamplesFirst : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    const std::string examples = shell::SplitHelpTexts(app->get_footer()).examples;
    const std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    return examples.empty() ? usage : usage + "\nExamples:\n" + examples + "\n";
  }

  // Returns "--cluster[=TYPE]" for a flag with an optional value, which CLI11 calls "--cluster{}".
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const auto braces = name.find("{}");
    if (braces != name.npos) name.replace(braces, 2, "[=" + option->get_type_name() + "]");
    return name;
  }

  std::string make_footer(const CLI::App* app) const override {
    const std::string notes = shell::SplitHelpTexts(app->get_footer()).notes;
    return notes.empty() ? "" : notes + "\n";
  }
};

constexpr Topic kTopics[] = {
    {"environment", "Environment variables",
     "  KUBECONFIG            kubeconfig files, separated by colons; default: ~/.kube/config\n"
     "  HTTPS_PROXY, NO_PROXY proxy for API servers, and hosts that are reached without it\n"
     "  KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT\n"
     "                        in a Pod without a kubeconfig: the address of the API server\n"
     "  POD_NAMESPACE         in a Pod: the namespace of the Lease\n"
     "  NO_COLOR              if it is not empty, output has no colors\n"
     "  TERM                  if it is dumb, output has no colors\n\n"
     "Flags override the variables. The proxy variables are also read in lower case.\n"},
    {"exit-codes", "Exit codes",
     "  0  success: no violation was found, or the work is complete\n"
     "  1  the answer is no: violations, invalid objects, changes that --check or --diff reports\n"
     "  2  wrong arguments, or an input, kubeconfig or cluster that cannot be read\n"
     "  3  the run itself failed: output cannot be written, or the program has a bug\n\n"
     "The help of a command lists its exit codes. lint, diff and scan return 0 instead of 1\n"
     "with --no-fail.\n"},
    {"rules", "Rules",
     "Each finding of lint, scan and the webhook names the rule that a CRD breaks.\n\n"
     "  structural rules                  lists all rules\n"
     "  structural explain type-required  explains a rule, with examples and the source\n"
     "  structural lint --strict          also checks rules that the API server does not check\n"
     "  structural lint --only structural checks only whether schemas are structural\n\n"
     "To accept findings, record them in a baseline file with lint --write-baseline, or add the\n"
     "annotation structural.lint/ignore to a CRD, with lines of the form \"RULE: REASON\".\n"},
};

// Replaces "structural scan" by "kubectl structural scan" if `command` is "scan". Does not change longer words, such as
// "structural scanner".
std::string Renamed(std::string text, const std::string& command) {
  const std::string name = "structural " + command;
  const std::string prefix = "kubectl ";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const char next = at + name.size() < text.size() ? text[at + name.size()] : ' ';
    if (next != ' ' && next != '\n') continue;
    text.insert(at, prefix);
    at += prefix.size();
  }
  return text;
}

}  // namespace

void FormatHelp(CLI::App& app) { app.formatter(std::make_shared<ExamplesFirst>()); }

std::span<const Topic> Topics() { return kTopics; }

const Topic* FindTopic(std::string_view name) {
  const auto* found = std::ranges::find(kTopics, name, &Topic::name);
  return found == std::end(kTopics) ? nullptr : found;
}

bool IsPlugin(const std::string& program) { return std::filesystem::path(program).filename() == "kubectl-structural"; }

void UsePluginName(CLI::App& app) {
  app.name("kubectl structural");
  const auto commands = app.get_subcommands([](CLI::App*) { return true; });
  const auto rename = [&](CLI::App& command) {
    std::string footer = Renamed(command.get_footer(), "COMMAND");
    for (const CLI::App* other : commands) footer = Renamed(footer, other->get_name());
    command.footer(footer);
  };
  rename(app);
  for (CLI::App* command : commands) rename(*command);
}

}  // namespace structural::cli
