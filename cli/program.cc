#include "cli/program.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

#include <CLI/CLI.hpp>

#include "cli/command_line.h"
#include "cli/shared/command.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

// Returns `exit_code`, or kExitInternal if the output could not be written completely.
int WithOutput(int exit_code) {
  if (Flush() || exit_code == kExitInternal) return exit_code;
  PrintError(std::string("structural: cannot write to standard output: ") + std::strerror(errno));
  return kExitInternal;
}

int Refuse(const std::string& why) {
  PrintError(why);
  std::cerr << "Run with --help for more information.\n";
  return kExitUsage;
}

int Parse(CLI::App& app, int argc, char** argv) {
  auto words = WithEmptyValues(app, MoveFlagsAfterCommand(app, WordsOf(argc, argv)));
  const std::string unknown = UnknownCommand(app, words);
  if (!unknown.empty()) return Refuse(unknown);
  try {
    std::ranges::reverse(words);  // the parser expects the words in reverse order
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    return Refuse(UnexpectedWords(app) + SuggestFlag(app));
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // exit code 0: --help or --version
    // The unexpected argument can be the value of an unknown flag, and can be a secret. So the message names the flag,
    // not the argument.
    if (HasUnknownFlag(app)) return Refuse(UnexpectedWords(app) + SuggestFlag(app));
    return Refuse(e.what());
  } catch (const std::exception& e) {
    PrintError(std::string("structural: internal error: ") + e.what());
    return kExitInternal;
  }
  return kExitOk;
}

// Calls `adders`, and puts the commands that they add below the heading `name` in --help.
void AddGroup(Command& root, const char* name, std::vector<AddCommand*> adders, int* exit_code) {
  CLI::App& app = root.app();
  const auto any = [](CLI::App*) { return true; };
  const std::size_t before = app.get_subcommands(any).size();
  for (const auto add : adders) add(root, exit_code);
  const auto commands = app.get_subcommands(any);
  for (std::size_t i = before; i < commands.size(); ++i) commands[i]->group(name);
}

void AddUnion(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("union", "Normalise the unions of objects, and declare unions for CRDs");
  command->RequireSubcommand();
  command->SetHelpTexts(
      "Examples:\n  structural union normalize --crd crd.yaml --old before.yaml after.yaml\n"
      "  structural union from-go api/v1/types.go\n");
  AddUnionNormalize(*command, exit_code);
  AddUnionFromGo(*command, exit_code);
}

}  // namespace

void AddCommands(Command& root, int* exit_code) {
  root.app().option_defaults()->take_last();  // a repeated flag overrides the earlier one, as in kubectl
  AddGroup(root, "Check", {AddLint, AddDiff, AddRules, AddExplain, AddConfig, AddTest, AddTree, AddCel}, exit_code);
  AddGroup(root, "Repair", {AddFix, AddUpgrade}, exit_code);
  AddGroup(root, "Objects", {AddValidate, AddApply, AddOwners, AddObjects, AddPrune, AddUnion}, exit_code);
  AddGroup(root, "Publish", {AddPublish, AddUnfold, AddGenerate, AddExample}, exit_code);
  AddGroup(root, "Cluster", ClusterCommands(), exit_code);
  AddGroup(root, "Shell", {AddCompletion, AddMan, AddVersion, AddHelp}, exit_code);
  AddGroup(root, "", {AddBatch}, exit_code);  // for tests, not listed in help
}

int RunProgram(int argc, char** argv) {
  CLI::App app(
      "Checks and repairs the structural schemas of Kubernetes CustomResourceDefinitions, in files "
      "and clusters.",
      "structural");
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.fallthrough(false);
  app.footer(
      "Run 'structural COMMAND --help' for the flags and examples of a command, and 'structural\n"
      "help TOPIC' for a topic: environment, exit-codes, rules.");
  FormatHelp(app);

  int exit_code = kExitOk;
  Command root(app);  // owns the commands and their arguments
  AddCommands(root, &exit_code);
  if (AnswerCompletion(app, argc, argv)) return WithOutput(kExitOk);
  if (IsPlugin(argv[0])) UsePluginName(app);
  const int parsed = Parse(app, argc, argv);
  return WithOutput(parsed == kExitOk ? exit_code : parsed);
}

}  // namespace structural::cli
