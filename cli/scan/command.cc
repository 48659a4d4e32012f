// structural scan: checks all CRDs of a cluster and the conditions on the server.
#include <CLI/CLI.hpp>

#include "cli/fix/allow_flag.h"
#include "cli/rules/release_flag.h"
#include "cli/rules/rules.h"
#include "cli/scan/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// One value each time it is given: what follows is an argument.
CLI::Option* Repeatable(CLI::Option* option, const char* type) {
  return option->type_name(type)->type_size(1)->expected(1)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
}

std::string CheckRule(std::string& id) {
  if (const rules::Rule* rule = lint_rules::FindRule(id)) {
    id = rule->id;
    return {};
  }
  const std::string_view similar = lint_rules::SimilarRule(id);
  return "unknown rule " + base::Quote(id) +
         (similar.empty() ? "; structural rules lists them"
                          : "; did you mean " + base::Quote(similar) + "?");
}

void AddFilter(CLI::App& command, scan::Filter& filter) {
  Repeatable(command.add_option("NAME", filter.selector.names,
                                "Only CRDs with this name; * and ? are wildcards"),
             "")
      ->expected(0, -1);
  Repeatable(command.add_option("--group", filter.selector.groups,
                                "Only CRDs of this API group; * and ? are wildcards; repeatable"),
             "GLOB");
  Repeatable(command.add_option("--state", filter.states, "Only CRDs in this state; repeatable"),
             "STATE")
      ->check(CLI::IsMember({"structural", "non-structural", "structural-error", "unreadable"}));
  Repeatable(command.add_option("--rule", filter.rules,
                                "Only CRDs that break the rule with this id; repeatable"),
             "RULE")
      ->transform(CLI::Validator(CheckRule, ""));
}

void AddOutput(CLI::App& command, ScanOptions& options) {
  command.add_option("-o,--output", options.output, "Output format")
      ->check(CLI::IsMember({"table", "wide", "json", "csv", "html"}))
      ->capture_default_str();
  AddReleaseFlag(
      command, "--kubernetes-version",
      [&options](validate::Release release) { options.release = release; },
      "Release of Kubernetes for the column RECREATE; 1.16 or later")
      ->default_str(validate::Release().Name());
  command.add_flag("-w,--watch", options.watch,
                   "Keep running and show changes, on a terminal as a screen, otherwise as lines");
  command.add_flag("--no-headers", options.no_headers, "Omit the header line");
  AddColorFlag(command);
  command.add_flag("-q,--quiet", options.quiet, "Print nothing; only set the exit code");
  command.add_flag("--no-fail", options.no_fail, "Exit with 0 despite violations");
}

void AddFixes(CLI::App& command, ScanOptions& options) {
  auto* fix = command.add_flag(
      "--fix", options.fix,
      "Print patches that make the CRDs structural: a kubectl script that only tries\n"
      "them, or with -o json a list");
  AddAllowFlag(command, options.most)->needs(fix);
}

void AddClusters(CLI::App& command, ScanOptions& options) {
  auto* contexts = Repeatable(command.add_option("--context", options.contexts,
                                                 "Context of the kubeconfig to use; repeatable"),
                              "NAME");
  command.add_flag("--all-contexts", options.all_contexts, "Scan every context of the kubeconfig")
      ->excludes(contexts)
      ->group(kConnectionGroup);
  contexts->group(kConnectionGroup);
  AddConnectionFlags(command, &options.config);
}

// kubectl's, without a meaning here: people have them in aliases.
void AddUnused(CLI::App& command) {
  command.add_option("-n,--namespace", "Ignored, because CRDs are cluster-scoped")
      ->type_name("NAME")
      ->group(kConnectionGroup);
  command.add_option("--cache-dir", "Ignored, because nothing is cached")
      ->type_name("FOLDER")
      ->group(kConnectionGroup);
}

// `options` must outlive the parsing.
void AddScanFlags(CLI::App& command, ScanOptions& options) {
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
    "PRUNING off! marks a CRD whose custom resources could lose fields if pruning were enabled.\n"
    "RECREATE refused marks a CRD that --kubernetes-version would refuse if you created it again,\n"
    "for example in another cluster. -o json and html have the errors.\n\n"
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
