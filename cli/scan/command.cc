// structural scan: checks all CRDs of a cluster and the conditions on the server.

#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/scan/flags.h"
#include "cli/shared/guarded.h"

namespace structural::cli {
namespace {

constexpr const char* kScanFooter =
    "Examples:\n"
    "  structural scan\n"
    "  structural scan --state non-structural -o wide\n"
    "  structural scan --group '*.example.com' --rule type-required\n"
    "  structural scan --context staging --context production -o csv > crds.csv\n"
    "  structural scan --watch --state non-structural\n"
    "  structural scan -o html > crds.html\n"
    "  structural scan --fix --allow typed > patches.sh\n"
    "  structural scan --all-contexts -o json | jq .summary\n\n"
    "The command writes nothing. It needs only the right to list CustomResourceDefinitions.\n\n"
    "CONDITION compares the NonStructuralSchema condition on the server with the expected one:\n"
    "  agrees    both are equal, SINCE that time\n"
    "  missing   the CRD lacks the condition\n"
    "  differs   the CRD has another condition\n"
    "  stale     the CRD has a condition although it is structural\n"
    "PRUNING off! marks a CRD whose custom resources could lose fields if pruning were enabled.\n\n"
    "Exit codes:\n"
    "  0  no violations, or --no-fail\n"
    "  1  violations\n"
    "  2  wrong arguments, a cluster or CRD that cannot be read, or a name that no CRD has\n"
    "  3  the run itself failed\n";

int Run(const ScanOptions& options) {
  return Guarded("scan", [&] { return RunScan(options); });
}

}  // namespace

void AddScan(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("scan", "Check all CRDs of one or more clusters");
  auto options = std::make_shared<ScanOptions>();
  AddScanFlags(*command, *options);
  command->footer(kScanFooter);
  command->callback([options, exit_code] {
    if (options->watch && (options->output == "csv" || options->output == "html")) {
      throw CLI::ValidationError("--watch", "needs -o table, wide or json");
    }
    const bool patches =
        !options->watch && (options->output == "table" || options->output == "json");
    if (options->fix && !patches) {
      throw CLI::ValidationError("--fix", "needs -o json or no -o, and excludes --watch");
    }
    *exit_code = Run(*options);
  });
}

}  // namespace structural::cli
