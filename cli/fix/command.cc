// structural fix: the repaired file, and what each repair costs.
#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/fix/flags.h"

namespace structural::cli {
namespace {

constexpr const char* kFixFooter =
    "Examples:\n"
    "  structural fix config/crd\n"
    "  structural fix --allow wider --write config/crd\n"
    "  structural fix -o plan crd.yaml\n"
    "  structural fix --allow typed --check .\n"
    "  structural fix -o json crd.yaml | jq '.[0].edits'\n"
    "  kubectl get crd a.example.com -o yaml | structural fix --allow wider --write - > a.yaml\n\n"
    "Classes of changes:\n"
    "  same       keeps the set of accepted objects and how they are stored\n"
    "  typed      adds the type that other keywords imply; values of other types are no longer\n"
    "             accepted\n"
    "  wider      drops a check; more objects are accepted\n"
    "  needs-you  needs your decision; only reported, never made\n\n"
    "Comments, order, quotes and indentation stay as they are, except in the edited lines. The\n"
    "command finds CRDs as YAML and JSON documents, and in Lists.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are structural afterwards\n"
    "  1  a CRD is not, or with --check something would change\n"
    "  2  wrong arguments or an input that cannot be read or edited\n"
    "  3  the run itself failed\n";

}  // namespace

void AddFix(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("fix", "Make the CRDs in files structural");
  auto options = std::make_shared<FixOptions>();
  AddFixFlags(*command, *options);
  command->footer(kFixFooter);
  command->callback([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
