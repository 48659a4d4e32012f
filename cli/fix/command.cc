// structural fix: the repaired file, and what each repair costs.
#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/fix/flags.h"

namespace structural::cli {
namespace {

constexpr const char* kFixFooter =
    "Classes of changes:\n"
    "  same       the same objects are accepted, and stored as they were\n"
    "  typed      a type is written down that other keywords tell of: values of other types are "
    "no\n"
    "             longer accepted\n"
    "  wider      a check is lost: more is accepted\n"
    "  needs-you  a choice that nobody can make for you: told, never done\n\n"
    "Comments, order, quotes and indentation outside of the edited lines stay as they are. CRDs\n"
    "are found as documents of YAML and JSON, and in Lists.\n\n"
    "Exit code: 0 all CRDs are structural in the end, 1 one is not, or with --check something\n"
    "would change, 2 wrong arguments or an input that cannot be read or edited, 3 the run itself\n"
    "failed.\n\n"
    "Examples:\n"
    "  structural fix config/crd\n"
    "  structural fix --allow wider --write config/crd\n"
    "  structural fix -o plan crd.yaml\n"
    "  structural fix --allow typed --check .\n"
    "  structural fix -o json crd.yaml | jq '.[0].edits'\n"
    "  kubectl get crd a.example.com -o yaml | structural fix --allow wider --write - > a.yaml\n";

}  // namespace

void AddFix(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("fix", "Make the CRDs in files structural");
  auto options = std::make_shared<FixOptions>();
  AddFixFlags(*command, *options);
  command->footer(kFixFooter);
  command->callback([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
