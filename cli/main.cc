// structural: the verdict on CustomResourceDefinition schemas, and the controller that writes it.
#include <malloc.h>

#include "cli/command.h"
#include "cli/version.h"
#include "kube/process.h"

namespace {

// Installed as kubectl-structural it is `kubectl structural`: help then says so.
std::string NameFor(const std::string& program) {
  const auto slash = program.rfind('/');
  const std::string base = slash == std::string::npos ? program : program.substr(slash + 1);
  return base == "kubectl-structural" ? "kubectl structural" : "structural";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace structural::cli;
  // What one thread frees serves the others. Little is allocated while work is done, so that they
  // do not wait for each other; an arena for each would hold the largest CRD it has seen.
  mallopt(M_ARENA_MAX, 1);
  CLI::App app("Structural schemas of Kubernetes CustomResourceDefinitions.", NameFor(argv[0]));
  app.set_version_flag("--version", Version());
  app.require_subcommand(1);
  app.fallthrough(false);
  app.footer("Run 'structural COMMAND --help' for the flags of a command.");

  int exit_code = kExitOk;
  AddController(app, &exit_code);
  AddCleanup(app, &exit_code);
  AddLint(app, &exit_code);
  AddRules(app, &exit_code);
  AddScan(app, &exit_code);
  AddObjects(app, &exit_code);
  AddPrune(app, &exit_code);
  AddBatch(app, &exit_code);
  AddVersion(app, &exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kExitOk : kExitUsage;
  }
  structural::kube::EndProcess(exit_code);
}
