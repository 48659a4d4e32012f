// structural completion and structural man: print scripts for shells, and man pages. Both are generated from the
// definitions of the commands and flags.
#include "cli/shared/command.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/shared/output.h"
#include "cli/shared/write_file.h"
#include "cli/shell/complete.h"
#include "cli/shell/flag.h"
#include "schema/base/text.h"

namespace structural::shell {
namespace {

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string Bold(std::string_view text) { return "\\fB" + Escaped(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string Sentence(std::string text) {
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

// Returns the entry of a flag in a man page, in roff: ".TP", the names and the description.
std::string Entry(const Flag& flag) {
  std::string text = ".TP\n";
  for (std::size_t i = 0; i < flag.names.size(); ++i) {
    text += (i == 0 ? "" : ", ") + (flag.positional ? Italic(flag.names[i]) : Bold(flag.names[i]));
  }
  if (flag.optional_value) {
    text += "[=" + Italic(flag.value) + "]";
  } else if (!flag.positional && !flag.value.empty()) {
    text += " " + Italic(flag.value);
  }
  text += "\n" + Escaped(Sentence(flag.description));
  if (!flag.choices.empty()) {
    text += " One of";
    for (const std::string& choice : flag.choices) {
      text += (&choice == flag.choices.data() ? " " : ", ") + Bold(choice);
    }
    text += ".";
  }
  if (!flag.default_value.empty()) text += " Default: " + Bold(flag.default_value) + ".";
  return text + "\n";
}

// Returns the names of the commands from the root to `command`, joined by `separator`. `first` is the name of the root.
std::string Words(const CLI::App& root, const CLI::App& command, const std::string& first, const char* separator) {
  if (&command == &root || command.get_parent() == nullptr) return first;
  return Words(root, *command.get_parent(), first, separator) + separator + command.get_name();
}

std::string Synopsis(const CLI::App& root, const CLI::App& command) {
  const bool has_commands = !CommandsOf(command).empty();
  std::string text = ".B " + Escaped(Words(root, command, root.get_name(), " "));
  text += has_commands ? "\n.I COMMAND\n[\\fIOPTIONS\\fR]\n" : "\n[\\fIOPTIONS\\fR]\n";
  for (const Flag& flag : FlagsOf(command)) {
    if (!flag.positional) continue;
    const std::string name = Italic(flag.names[0]) + (flag.is_repeatable ? "..." : "");
    text += flag.required ? name + "\n" : "[" + name + "]\n";
  }
  return text;
}

std::string Options(const CLI::App& command) {
  std::vector<Flag> flags = FlagsOf(command);
  std::vector<std::string> groups;
  for (const Flag& flag : flags) {
    const std::string group = flag.positional ? "Arguments" : flag.group;
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  std::ranges::stable_partition(groups, [](const auto& group) { return group == "Arguments"; });
  std::string text;
  for (const std::string& group : groups) {
    text += ".SH " + Escaped(Upper(group)) + "\n";
    for (const Flag& flag : flags) {
      if ((flag.positional ? "Arguments" : flag.group) == group) text += Entry(flag);
    }
  }
  return text;
}

// Formats the paragraphs of notes as roff. Indented text is not wrapped.
std::string Paragraphs(const std::string& notes) {
  std::string text;
  std::stringstream lines(notes);
  bool verbatim = false;
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.starts_with("  ");
    if (indented != verbatim) text += indented ? ".nf\n" : ".fi\n";
    verbatim = indented;
    text += line.empty() ? ".PP\n" : Escaped(line) + "\n";
  }
  return text + (verbatim ? ".fi\n" : "");
}

std::string Notes(const HelpTexts& footer) {
  std::string text;
  if (!footer.notes.empty()) text += ".SH NOTES\n" + Paragraphs(footer.notes);
  if (!footer.examples.empty()) text += ".SH EXAMPLES\n" + Paragraphs(footer.examples);
  return text;
}

// Returns "structural-scan" for a command of `root`, "structural-union-from-go" for a nested one,
// and "structural" for root itself.
std::string ManPageName(const CLI::App& root, const CLI::App& command) {
  return Words(root, command, "structural", "-");
}

std::string SeeAlso(const CLI::App& root, const CLI::App& command) {
  std::string text;
  const auto add = [&](const CLI::App& other) {
    if (&other == &command) return;
    base::AppendItem(text, ",\n", Bold(ManPageName(root, other)) + "(1)");
  };
  add(root);
  for (const CLI::App* sub : CommandsOf(root)) add(*sub);
  if (&command == &root) return ".SH SEE ALSO\n" + text + "\n";
  for (const CLI::App* sub : CommandsOf(command)) add(*sub);
  return ".SH SEE ALSO\n" + text + "\n";
}

// Returns the man page of a command, in roff with the macros of man. The footer contains `version`: "structural 0.1.0".
std::string ManPage(const CLI::App& root, const CLI::App& command, const std::string& version) {
  const std::string name = ManPageName(root, command);
  std::string text = ".TH " + Escaped(Upper(name)) + " 1 \"\" \"" + Escaped(version) + "\" \"structural\"\n.nh\n";
  text += ".SH NAME\n" + Escaped(name) + " \\- " + Escaped(command.get_description()) + "\n";
  text += ".SH SYNOPSIS\n" + Synopsis(root, command) + Options(command);
  const auto commands = CommandsOf(command);
  if (!commands.empty()) {
    text += ".SH COMMANDS\n";
    for (const CLI::App* sub : commands) {
      text += ".TP\n" + Bold(sub->get_name()) + "\n" + Escaped(Sentence(sub->get_description())) + "\n";
    }
  }
  return text + Notes(SplitHelpTexts(command.get_footer())) + SeeAlso(root, command);
}

}  // namespace

}  // namespace structural::shell

namespace structural::cli {
namespace {

constexpr const char* kCompletionFooter =
    "Examples:\n"
    "  source <(structural completion bash)\n"
    "  structural completion bash > /etc/bash_completion.d/structural\n"
    "  structural completion zsh > \"${fpath[1]}/_structural\"\n"
    "  structural completion fish > ~/.config/fish/completions/structural.fish\n\n"
    "kubectl completes `kubectl structural` if PATH has a link to this program named\n"
    "kubectl_complete-structural.\n";

constexpr const char* kManFooter =
    "Examples:\n"
    "  structural man scan | man -l -\n"
    "  structural man --output-dir /usr/local/share/man/man1\n";

std::string_view ScriptFor(const std::string& shell) {
  if (shell == "bash") return shell::kBashScript;
  return shell == "zsh" ? shell::kZshScript : shell::kFishScript;
}

struct ManOptions {
  std::string command;
  std::string directory;
};

const CLI::App* FindCommand(const CLI::App& app, const std::string& name) {
  if (name.empty()) return &app;
  for (const CLI::App* command : shell::AllCommandsOf(app)) {
    if (shell::ManPageName(app, *command) == "structural-" + name) return command;
  }
  return nullptr;
}

int WritePages(const CLI::App& app, const std::string& directory) {
  std::vector<const CLI::App*> pages = shell::AllCommandsOf(app);
  pages.push_back(&app);
  for (const CLI::App* page : pages) {
    const std::string text = shell::ManPage(app, *page, "structural " + VersionNumber());
    const int written = WriteInFolder("man", directory, shell::ManPageName(app, *page) + ".1", text);
    if (written != kExitOk) return written;
  }
  return kExitOk;
}

int Man(const CLI::App& app, const ManOptions& options) {
  if (!options.directory.empty()) return WritePages(app, options.directory);
  const CLI::App* command = FindCommand(app, options.command);
  if (command == nullptr) {
    PrintError("structural man: unknown command " + options.command);
    return kExitUsage;
  }
  std::cout << shell::ManPage(app, *command, "structural " + VersionNumber());
  return kExitOk;
}

}  // namespace

void AddCompletion(Command& app, int*) {
  auto* command = app.AddSubcommand("completion", "Print a completion script for a shell");
  auto shell = std::make_shared<std::string>();
  command->AddOption("SHELL", *shell, "Shell")->Required()->OneOf({"bash", "zsh", "fish"});
  command->SetHelpTexts(kCompletionFooter);
  command->OnRun([shell] { std::cout << ScriptFor(*shell); });
}

void AddMan(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("man", "Print the manual page of a command");
  auto options = std::make_shared<ManOptions>();
  command->AddOption("COMMAND", options->command,
                     "Command, such as scan or union-from-go (default: structural itself)");
  command->AddOption("--output-dir", options->directory, "Write the pages of all commands to this folder")
      ->TypeName("FOLDER");
  command->SetHelpTexts(kManFooter);
  command->OnRun([&app = app.app(), options, exit_code] { *exit_code = Man(app, *options); });
}

bool AnswerCompletion(const CLI::App& app, int argc, char** argv) {
  const bool by_name = std::filesystem::path(argv[0]).filename() == "kubectl_complete-structural";
  const bool by_command = argc > 1 && std::string_view(argv[1]) == "__complete";
  if (!by_name && !by_command) return false;
  const std::vector<std::string> words(argv + (by_name ? 1 : 2), argv + argc);
  std::cout << shell::CompletionText(shell::Complete(app, words)) << std::flush;
  return true;
}

}  // namespace structural::cli
