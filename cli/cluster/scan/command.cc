// structural scan: checks all CRDs of a cluster and the conditions on the server.

#include "cli/shared/command.h"

#include "cli/cluster/scan/run.h"
#include "cli/report/config/settings.h"
#include "cli/report/fix/file_plan.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

std::string CheckRule(std::string& id) {
  if (const crd::Rule* rule = rules::FindRule(id)) {
    id = rule->id;
    return {};
  }
  return rules::UnknownRule(id, "; structural rules lists them");
}

void AddFilter(Command& command, scan::Filter& filter) {
  command.AddOption("NAME", filter.selector.names, "Only CRDs with this name; * and ? are wildcards")->TypeName("");
  command
      .AddOption("--group", filter.selector.groups, "Only CRDs of this API group; * and ? are wildcards; repeatable")
      ->TypeName("GLOB");
  command.AddOption("--state", filter.states, "Only CRDs in this state; repeatable")
      ->TypeName("STATE")
      ->OneOf({"structural", "non-structural", "structural-error", "unreadable"});
  command.AddOption("--breaks", filter.rules, "Only CRDs that break the rule with this id; repeatable")
      ->TypeName("RULE")
      ->Transform(CheckRule);
}

void AddOutput(Command& command, ScanOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"table", "wide", "json", "csv", "html"})
      ->ShowDefault();
  AddReleaseFlag(
      command, "--kubernetes-version", [&options](validate::Release release) { options.release = release; },
      "Release of Kubernetes for the column RECREATE")
      ->DefaultText(validate::Release().Name());
  command.AddFlag("-w,--watch", options.watch,
                  "Keep running and show changes, on a terminal as a screen, otherwise as lines");
  command.AddFlag("--no-headers", options.no_headers, "Omit the header line");
  AddColorFlag(command);
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings; only set the exit code");
  command.AddFlag("--no-fail", options.no_fail, "Exit with 0 despite violations");
}

void AddFixes(Command& command, ScanOptions& options) {
  auto* fix = command.AddFlag("--fix", options.fix,
                              "Print patches that make the CRDs structural: a kubectl script that only tries\n"
                              "them, or with -o json a list");
  AddAllowFlag(command, options.max_impact)->Needs(fix);
}

void AddClusters(Command& command, ScanOptions& options) {
  auto* contexts = command.AddOption("--context", options.contexts, "Context of the kubeconfig to use; repeatable")
                       ->TypeName("NAME");
  command.AddFlag("--all-contexts", options.all_contexts, "Scan every context of the kubeconfig")
      ->Excludes(contexts)
      ->Group(kConnectionGroup);
  contexts->Group(kConnectionGroup);
  AddConnectionFlags(command, &options.config);
}

// Adds flags of kubectl that the command ignores. Without them, a shell alias for kubectl with these flags would fail.
void AddUnused(Command& command) {
  command.AddOption("-n,--namespace", "Ignored, because CRDs are cluster-scoped")
      ->TypeName("NAME")
      ->Group(kConnectionGroup);
  command.AddOption("--cache-dir", "Ignored, because nothing is cached")->TypeName("FOLDER")->Group(kConnectionGroup);
}

// `options` must outlive the parsing.
void AddScanFlags(Command& command, ScanOptions& options) {
  AddFilter(command, options.filter);
  AddOutput(command, options);
  AddFixes(command, options);
  AddClusters(command, options);
  AddUnused(command);
}

constexpr const char* kScanFooter =
    "Examples:\n"
    "  structural scan\n"
    "  structural scan --state non-structural -o wide\n"
    "  structural scan --group '*.example.com' --breaks type-required\n"
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
    "PRUNING off! marks a CRD whose custom resources could lose fields if pruning were enabled.\n"
    "RECREATE refused marks a CRD that --kubernetes-version would refuse if you created it again,\n"
    "for example in another cluster. -o json and html have the errors.\n\n"
    "Exit codes:\n"
    "  0  no violations, or --no-fail\n"
    "  1  violations\n"
    "  2  wrong arguments, a cluster or CRD that cannot be read, or a name or group that no CRD has\n"
    "  3  the run itself failed\n";

}  // namespace

void AddScan(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("scan", "Check all CRDs of one or more clusters");
  auto options = std::make_shared<ScanOptions>();
  AddScanFlags(*command, *options);
  command->SetHelpTexts(kScanFooter);
  command->OnRun([options, exit_code] {
    if (options->watch && (options->output == "csv" || options->output == "html")) {
      FailValidation("--watch", "needs -o table, wide or json");
    }
    const bool patches = !options->watch && (options->output == "table" || options->output == "json");
    if (options->fix && !patches) {
      FailValidation("--fix", "needs -o json or no -o, and excludes --watch");
    }
    *exit_code = RunGuarded("scan", [&] { return RunScan(*options); });
  });
}

}  // namespace structural::cli
