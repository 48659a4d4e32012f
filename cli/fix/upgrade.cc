// structural upgrade: from apiextensions.k8s.io/v1beta1 to v1, in the files themselves.
#include <CLI/CLI.hpp>

#include "cli/fix/flags.h"
#include "cli/shared/command.h"

namespace structural::cli {
namespace {

constexpr const char* kUpgradeFooter =
    "Examples:\n"
    "  structural upgrade config/crd\n"
    "  structural upgrade --allow wider --write config/crd\n"
    "  structural upgrade -o plan crd.yaml\n"
    "  structural upgrade --check .\n\n"
    "The command also makes the CRDs structural, because a server requires that in v1; it uses\n"
    "the classes of changes of structural fix. A CRD stays as it is if that needs more than\n"
    "--allow permits, or if the upgrade would lose something; the output gives the reason. CRDs\n"
    "in v1 are not changed.\n\n"
    "Comments, order and quotes stay, and comments move with their text.\n\n"
    "Exit codes:\n"
    "  0  all CRDs are in v1 afterwards\n"
    "  1  a CRD is not, or with --check something would change\n"
    "  2  wrong arguments or an input that cannot be read or edited\n"
    "  3  the run itself failed\n";

}  // namespace

void AddUpgrade(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("upgrade", "Convert the CRDs in files from v1beta1 to v1");
  auto options = std::make_shared<FixOptions>();
  options->command = "upgrade";
  options->aim = Aim::kV1;
  AddFixFlags(*command, *options);
  command->footer(kUpgradeFooter);
  command->callback([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
