// structural: checks the schemas of CustomResourceDefinitions and maintains their condition.
#include <algorithm>
#include <cstddef>
#include <iostream>

#include <CLI/CLI.hpp>
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>

#include "cli/command_line.h"
#include "cli/crash.h"
#include "cli/shared/command.h"
#include "cli/shared/output.h"
#include "kube/transport/process.h"
#include "schema/base/stack.h"

namespace {

using namespace structural::cli;

// The exit code where not all that was printed arrived.
int WithOutput(int exit_code) {
  if (std::cout.flush() || exit_code == kExitInternal) return exit_code;
  std::cerr << "structural: cannot write to standard output\n";
  return kExitInternal;
}

int Refuse(const std::string& why) {
  PrintError(why);
  std::cerr << "Run with --help for more information.\n";
  return kExitUsage;
}

int Parse(CLI::App& app, int argc, char** argv) {
  auto words = BehindTheCommand(app, WordsOf(argc, argv));
  const std::string unknown = UnknownCommand(app, words);
  if (!unknown.empty()) return Refuse(unknown);
  try {
    std::ranges::reverse(words);  // as the parser takes them from the end
    app.parse(std::move(words));
  } catch (const CLI::ExtrasError&) {
    return Refuse(UnexpectedWords(app) + MeantFlag(app));
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return app.exit(e);  // help, or the version
    // What was taken for another argument may be the value of a flag that there is not.
    if (HasUnknownFlag(app)) return Refuse(UnexpectedWords(app) + MeantFlag(app));
    return Refuse(e.what());
  } catch (const std::exception& e) {
    PrintError(std::string("structural: internal error: ") + e.what());
    return kExitInternal;
  }
  return kExitOk;
}

// A heading in --help, and the commands below it.
void AddGroup(Command& program, const char* name,
              std::initializer_list<void (*)(Command&, int*)> adders, int* exit_code) {
  CLI::App& app = program.app();
  const auto any = [](CLI::App*) { return true; };
  const std::size_t before = app.get_subcommands(any).size();
  for (const auto add : adders) add(program, exit_code);
  const auto commands = app.get_subcommands(any);
  for (std::size_t i = before; i < commands.size(); ++i) commands[i]->group(name);
}

constexpr std::size_t kDeepestStack = std::max(std::size_t{64} << 20, structural::base::kDeepStack);

// The kernel asks for the limit when the stack grows, and always leaves 128 MiB below it.
void WidenThisOne() {
  rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kDeepestStack) return;
  stack.rlim_cur = std::min<rlim_t>(kDeepestStack, stack.rlim_max);
  setrlimit(RLIMIT_STACK, &stack);
}

void WidenTheOthers() {
  pthread_attr_t attributes;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  std::size_t size = 0;
  if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < kDeepestStack &&
      pthread_attr_setstacksize(&attributes, kDeepestStack) == 0) {
    pthread_setattr_default_np(&attributes);
  }
  pthread_attr_destroy(&attributes);
}

// Gives every thread, the first one too, a stack for what JSON of 10,000 levels asks of it
// (schema/base/stack.h): that is what the API server reads. Only what is used costs memory. To be
// called first in main: threads that run already keep what they have, and all keep it where the
// system allows no more.
void WidenStacks() {
  WidenThisOne();
  WidenTheOthers();
}

}  // namespace

int main(int argc, char** argv) {
  GuardStreams();
  ReportCrashes();
  WidenStacks();
  // What one thread frees serves the others. Little is allocated while work is done, so that they
  // do not wait for each other; an arena for each would hold the largest CRD it has seen.
  mallopt(M_ARENA_MAX, 1);
  CLI::App app(
      "Checks and repairs the structural schemas of Kubernetes CustomResourceDefinitions, in files "
      "and clusters.",
      "structural");
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.fallthrough(false);
  app.option_defaults()->take_last();  // of a flag that is given again, as in kubectl
  app.footer("Run 'structural COMMAND --help' for the flags and examples of a command, and 'structural\n"
      "help TOPIC' for a topic: environment, exit-codes, rules.");
  FormatHelp(app);

  int exit_code = kExitOk;
  Command program(app);
  AddGroup(program, "Check", {AddLint, AddDiff, AddRules, AddTest, AddTree, AddCel}, &exit_code);
  AddGroup(program, "Repair", {AddFix, AddUpgrade}, &exit_code);
  AddGroup(program, "Objects", {AddValidate, AddObjects, AddPrune, AddUnion, AddUnions}, &exit_code);
  AddGroup(program, "Publish", {AddPublish, AddUnfold, AddGenerate, AddExample, AddBatch}, &exit_code);
  AddGroup(program, "Cluster", {AddScan, AddController, AddCleanup, AddWebhook}, &exit_code);
  AddGroup(program, "Shell", {AddCompletion, AddMan, AddVersion, AddHelp}, &exit_code);
  if (AnswerCompletion(app, argc, argv)) return kExitOk;
  if (IsPlugin(argv[0])) SpeakAsPlugin(app);
  const int parsed = Parse(app, argc, argv);
  structural::kube::EndProcess(WithOutput(parsed == kExitOk ? exit_code : parsed));
}
