#include "cli/scan/flags.h"

#include <CLI/CLI.hpp>

#include "cli/rules/rules.h"
#include "cli/shared/config_flags.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// One value each time it is given: what follows is an argument.
CLI::Option* Repeatable(CLI::Option* option, const char* type) {
  return option->type_name(type)->type_size(1)->expected(1)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
}

std::string CheckRule(std::string& id) {
  if (const rules::Rule* rule = lint::FindRule(id)) {
    id = rule->id;
    return {};
  }
  const std::string_view similar = lint::SimilarRule(id);
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
  command.add_flag("-w,--watch", options.watch,
                   "Keep running and show changes, on a terminal as a screen, otherwise as lines");
  command.add_flag("--no-headers", options.no_headers, "Omit the header line");
  command.add_flag("-q,--quiet", options.quiet, "Print nothing; only set the exit code");
  command.add_flag("--no-fail", options.no_fail, "Exit with 0 despite violations");
}

void AddFixes(CLI::App& command, ScanOptions& options) {
  auto* fix = command.add_flag(
      "--fix", options.fix,
      "Print patches that make the CRDs structural: a kubectl script that only tries\n"
      "them, or with -o json a list");
  const auto allow = [&options](const std::string& name) {
    options.most = *fix::ImpactNamed(name);
  };
  command
      .add_option_function<std::string>("--allow", allow,
                                        "Class of changes to make; includes the classes before it")
      ->check(CLI::IsMember({"same", "typed", "wider"}))
      ->default_str("same")
      ->needs(fix);
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

}  // namespace

void AddScanFlags(CLI::App& command, ScanOptions& options) {
  AddFilter(command, options.filter);
  AddOutput(command, options);
  AddFixes(command, options);
  AddClusters(command, options);
  AddUnused(command);
}

}  // namespace structural::cli
