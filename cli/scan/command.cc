// structural scan: the verdict on all CRDs of a cluster, and whether the server's agrees.

#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/scan/flags.h"
#include "cli/shared/guarded.h"

namespace structural::cli {
namespace {

constexpr const char* kScanFooter =
    "Nothing is written, and the right to list CustomResourceDefinitions will do.\n\n"
    "CONDITION says what became of the NonStructuralSchema condition that the CRD should carry:\n"
    "  agrees    the server says the same, SINCE that time\n"
    "  missing   it should be there, and is not\n"
    "  differs   it is there, and says something else\n"
    "  stale     it is there, and should not be\n"
    "PRUNING off! marks a CRD whose custom resources could lose fields if it were switched on.\n\n"
    "Exit code: 0 no violations, 1 violations, 2 wrong arguments, a cluster or CRD that cannot be\n"
    "read, or a name that no CRD has, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural scan\n"
    "  structural scan --state non-structural -o wide\n"
    "  structural scan --group '*.example.com' --rule type-required\n"
    "  structural scan --context staging --context production -o csv > crds.csv\n"
    "  structural scan --watch --state non-structural\n"
    "  structural scan -o html > crds.html\n"
    "  structural scan --fix --allow typed > patches.sh\n"
    "  structural scan --all-contexts -o json | jq .summary\n";

int Run(const ScanOptions& options) {
  return Guarded("scan", [&] { return RunScan(options); });
}

}  // namespace

void AddScan(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("scan", "Judge all CRDs of a cluster, at a glance");
  auto options = std::make_shared<ScanOptions>();
  AddScanFlags(*command, *options);
  command->footer(kScanFooter);
  command->callback([options, exit_code] {
    if (options->watch && (options->output == "csv" || options->output == "html")) {
      throw CLI::ValidationError("--watch", "is for -o table, wide and json");
    }
    const bool patches =
        !options->watch && (options->output == "table" || options->output == "json");
    if (options->fix && !patches) {
      throw CLI::ValidationError("--fix", "is for no -o but json, and not for --watch");
    }
    *exit_code = Run(*options);
  });
}

}  // namespace structural::cli
