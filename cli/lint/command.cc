// structural lint: the API server's verdict on CRDs in files, with a place.
#include "cli/shared/command.h"

#include <algorithm>
#include <limits>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/lint/run.h"
#include "cli/shared/allow_empty.h"
#include "cli/shared/guarded.h"
#include "cli/shared/input_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kLintFooter =
    "CRDs are found as documents of YAML and JSON, in Lists, in ConfigMaps and in OLM's "
    "file-based\n"
    "catalogs. A CRD accepts a finding by the annotation structural.lint/ignore, a line for each:\n"
    "  RULE[, RULE]: REASON\n\n"
    "Exit code: 0 no violations, 1 violations, 2 wrong arguments, unreadable input or no CRD in "
    "it,\n"
    "3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural lint config/crd\n"
    "  kubectl get crd -o yaml | structural lint -\n"
    "  helm template . | structural lint -o github -\n"
    "  structural lint --write-baseline lint-baseline.txt --no-fail .\n"
    "  structural lint --against main --policy server config/crd\n"
    "  structural lint --strict --severity error --max-violations 20 crds/\n"
    "  structural explain type-required\n"
    "  structural lint --baseline lint-baseline.txt -o sarif . > lint.sarif\n";

int Run(const LintOptions& options) {
  return Guarded("lint", [&] { return RunLint(options); });
}

void AddInput(CLI::App& command, LintOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  command.add_option("-j,--jobs", options.jobs, "Files that are judged at the same time")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

void AddAgainst(CLI::App& command, LintOptions& options) {
  auto* against =
      command
          .add_option("--against", options.against,
                      "Judge the change, not the schemas: what is stored are the CRDs of this\n"
                      "file or folder, or of PATH in this revision of git (git:NAME, where\n"
                      "there is a file NAME, too); - is standard input")
          ->type_name("PATH|REVISION");
  const auto set_policy = [&options](const std::string& name) {
    options.policy =
        name == "server" ? compatibility::Policy::kServer : compatibility::Policy::kKep;
  };
  command
      .add_option_function<std::string>("--policy", set_policy,
                                        "Which changes may be made: by the KEP's compatibility\n"
                                        "plan, or what Kubernetes decides")
      ->check(CLI::IsMember({"kep", "server"}))
      ->default_str("kep")
      ->needs(against);
}

void AddOutput(CLI::App& command, LintOptions& options) {
  command.add_option("-o,--output", options.output, "Form of the findings")
      ->check(CLI::IsMember({"text", "json", "sarif", "rdjson", "github", "junit", "checkstyle"}))
      ->capture_default_str();
  const auto set_fixes = [&options](const std::string& name) {
    options.fixes = fix::ImpactNamed(name);
  };
  command
      .add_option_function<std::string>("--fixes", set_fixes,
                                        "The class of changes that sarif and rdjson offer as\n"
                                        "fixes, with those before it; none: no fixes")
      ->check(CLI::IsMember({"none", "same", "typed", "wider"}))
      ->default_str("same");
  const auto set_severity = [&options](const std::string& name) {
    options.severity = name == "error" ? lint::Severity::kError : lint::Severity::kWarning;
  };
  command
      .add_option_function<std::string>("--severity", set_severity,
                                        "The least severe findings to report")
      ->check(CLI::IsMember({"warning", "error"}))
      ->default_str("warning");
  command
      .add_option("--max-violations", options.max_violations,
                  "Report that many at most (0: all); the summary counts the others")
      ->check(CLI::Range(0, std::numeric_limits<int>::max()));
  command.add_flag("--strict", options.strict,
                   "Repeated keys, what the API server drops or ignores, and what the proposals "
                   "ask for beyond what it checks, are violations, too");
  command.add_flag("-q,--quiet", options.quiet, "Print nothing: the exit code tells");
  command.add_flag("--no-fail", options.no_fail, "End with 0 also where there are violations");
  AddAllowEmpty(command, options.allow_empty);
  command
      .add_option("--baseline", options.baseline,
                  "Do not report the findings in this file: only new ones fail")
      ->type_name("FILE");
  command
      .add_option("--write-baseline", options.write_baseline,
                  "Write the findings to this file; -: to standard output, in place of the report")
      ->type_name("FILE");
}

}  // namespace

void AddLint(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("lint",
                                     "Judge the CRDs in files, with the place of each "
                                     "violation");
  auto options = std::make_shared<LintOptions>();
  options->jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  AddInput(*command, *options);
  AddAgainst(*command, *options);
  AddOutput(*command, *options);
  command->footer(kLintFooter);
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace structural::cli
