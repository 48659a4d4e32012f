// structural completion and structural man, generated from the definitions of --help.
#include "cli/shared/command.h"

#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/shared/output.h"
#include "cli/shared/write_file.h"
#include "cli/shell/complete.h"
#include "cli/shell/flag.h"
#include "cli/shell/man_page.h"

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
  command->Footer(kCompletionFooter);
  command->OnRun([shell] { std::cout << ScriptFor(*shell); });
}

void AddMan(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("man", "Print the manual page of a command");
  auto options = std::make_shared<ManOptions>();
  command->AddOption("COMMAND", options->command,
                     "Command, such as scan or union-from-go (default: structural itself)");
  command->AddOption("--output-dir", options->directory, "Write the pages of all commands to this folder")
      ->TypeName("FOLDER");
  command->Footer(kManFooter);
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
