// structural upgrade: from apiextensions.k8s.io/v1beta1 to v1, in the files themselves.
#include <CLI/CLI.hpp>

#include "cli/fix/flags.h"
#include "cli/shared/command.h"

namespace structural::cli {
namespace {

constexpr const char* kUpgradeFooter =
    "The CRDs are made structural, too, as by structural fix, with its classes of changes; a "
    "server\n"
    "takes no others in v1. A CRD is left as it is where that needs more than is allowed, or "
    "where\n"
    "something would be lost: what is in the way is told. CRDs in v1 are left alone.\n\n"
    "Comments, order and quotes stay; what moves takes its comments along.\n\n"
    "Exit code: 0 all CRDs are in v1 in the end, 1 one is not, or with --check something would\n"
    "change, 2 wrong arguments or an input that cannot be read or edited, 3 the run itself "
    "failed.\n\n"
    "Examples:\n"
    "  structural upgrade config/crd\n"
    "  structural upgrade --allow wider --write config/crd\n"
    "  structural upgrade -o plan crd.yaml\n"
    "  structural upgrade --check .\n";

}  // namespace

void AddUpgrade(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("upgrade", "Bring the CRDs in files from v1beta1 to v1");
  auto options = std::make_shared<FixOptions>();
  options->command = "upgrade";
  options->aim = Aim::kV1;
  AddFixFlags(*command, *options);
  command->footer(kUpgradeFooter);
  command->callback([options, exit_code] { *exit_code = RunFix(*options); });
}

}  // namespace structural::cli
