// structural lint: runs the API server's checks on CRDs in files.
#include "cli/shared/command.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "cli/lint/run.h"
#include "cli/report/config/settings.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kLintFooter =
    "Examples:\n"
    "  structural lint config/crd\n"
    "  kubectl get crd -o yaml | structural lint -\n"
    "  helm template . | structural lint -o github -\n"
    "  structural lint --write-baseline lint-baseline.txt --no-fail .\n"
    "  structural lint --baseline lint-baseline.txt -o sarif . > lint.sarif\n"
    "  structural lint --against main --policy server config/crd\n"
    "  structural lint --rule apply-size=off --rule pattern=warning config/crd\n"
    "  structural lint --strict --severity error --max-violations 20 crds/\n"
    "  structural explain type-required\n\n"
    "The command finds CRDs as YAML and JSON documents, in Lists, in ConfigMaps and in OLM's\n"
    "file-based catalogs. In folders it skips and counts templates and other files that cannot be\n"
    "read, unless they have CRDs.\n\n"
    "The annotation structural.lint/ignore of a CRD accepts findings, one line per reason:\n"
    "  RULE[, RULE]: REASON\n\n"
    "With --against, the old CRDs must be there, except with --allow-empty, as for a first release.\n"
    "structural diff --policy server and kep use the same code, and show besides what the update\n"
    "does to objects and clients. Use lint for findings in the lines of files.\n\n"
    "Exit codes:\n"
    "  0  no violations, or --no-fail\n"
    "  1  violations\n"
    "  2  wrong arguments, unreadable input or no CRD in it\n"
    "  3  the run itself failed\n";

// Applies the settings of the configuration file, except those that flags override.
void TakeSettings(const Command& command, Settings& settings, LintOptions& options) {
  settings.Filter(command, options.filter);
  options.rules = settings.Levels();
  const std::string& release = settings.kubernetes_version.value;
  if (!release.empty() && !command.Given("--kubernetes-version"))
    options.release = validate::Release::Named(release).value_or(options.release);
  if (!settings.baseline.value.empty() && !command.Given("--baseline")) {
    options.baseline = settings.baseline.value;
    options.baseline_of_config = true;
  }
  const std::string& policy = settings.policy.value;
  if (command.Given("--policy")) return;
  if (policy == "server") options.policy = compatibility::Policy::kServer;
  if (policy == "kep") options.policy = compatibility::Policy::kKep;
}

int Run(const Command& command, LintOptions& options, const SettingsFlags& flags) {
  auto settings = ReadSettings("lint", options.paths, flags);
  if (!settings) return kExitUsage;
  TakeSettings(command, *settings, options);
  return RunGuarded("lint", [&] { return RunLint(options); });
}

void AddInput(Command& command, LintOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  command.AddFlag("--force-exclude", options.filter.force_exclude,
                  "Also skip a PATH that --exclude or paths.exclude matches, as in a pre-commit\nhook");
  command.AddOption("-j,--jobs", options.jobs, "Number of files that are checked in parallel")
      ->Between(1, 256)
      ->ShowDefault();
}

void AddAgainst(Command& command, LintOptions& options) {
  auto* against = command
                      .AddOption("--against", options.against,
                                 "Check the change from these stored CRDs instead of the schemas: a file, a\n"
                                 "folder, - for standard input, a git revision of PATH, or REVISION:PATH\n"
                                 "(git:NAME if a file NAME also exists)")
                      ->TypeName("PATH|REVISION");
  const auto set_policy = [&options](const std::string& name) {
    options.policy = name == "server" ? compatibility::Policy::kServer : compatibility::Policy::kKep;
  };
  command
      .OnValue("--policy", set_policy,
               "With --against, the rules for changes: the API server's,\n"
               "the KEP's compatibility plan, or both")
      ->OneOf({"kep", "server"})
      ->DefaultText("both")
      ->Needs(against);
}

void AddRelease(Command& command, LintOptions& options) {
  AddReleaseFlag(
      command, "--kubernetes-version", [&options](validate::Release release) { options.release = release; },
      "Check CRDs as this release of Kubernetes does")
      ->DefaultText(validate::Release().Name());
}

void AddOutput(Command& command, LintOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "json", "sarif", "rdjson", "github", "junit", "checkstyle"})
      ->ShowDefault();
  const auto set_fixes = [&options](const std::string& name) { options.max_fix_impact = fix::ParseImpact(name); };
  command
      .OnValue("--fixes", set_fixes,
               "Class of changes that sarif and rdjson offer as\n"
               "fixes; includes the classes before it")
      ->OneOf({"none", "same", "typed", "wider"})
      ->DefaultText("same");
  const auto set_severity = [&options](const std::string& name) {
    options.min_severity = name == "error" ? findings::Severity::kError : findings::Severity::kWarning;
  };
  command.OnValue("--severity", set_severity, "Lowest severity to report")
      ->OneOf({"warning", "error"})
      ->DefaultText("warning");
  command
      .AddOption("--max-violations", options.max_violations,
                 "Maximum number of violations to report (0: all); the summary counts the rest")
      ->Between(0, std::numeric_limits<int>::max());
  const auto set_only = [&options](const std::string&) { options.only_structural = true; };
  command
      .OnValue("--only", set_only,
               "Check only whether schemas are structural, without the API\n"
               "server's other checks")
      ->OneOf({"structural"})
      ->TypeName("structural");
  command.AddFlag("--strict", options.strict,
                  "Also report repeated keys, fields and keywords that the API server ignores, "
                  "and requirements of the proposals that it does not check");
  AddColorFlag(command);
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings; only set the exit code");
  command.AddFlag("--no-fail", options.no_fail, "Exit with 0 despite violations");
  AddAllowEmptyFlag(command, options.allow_empty);
  command.AddOption("--baseline", options.baseline, "Do not report the findings in this file")->TypeName("FILE");
  command
      .AddOption("--write-baseline", options.write_baseline,
                 "Write the findings to this file; - writes them to standard output instead of the report")
      ->TypeName("FILE");
}

}  // namespace

void AddLint(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("lint", "Run the API server's CRD checks on files");
  auto options = std::make_shared<LintOptions>();
  options->jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  AddInput(*command, *options);
  AddAgainst(*command, *options);
  AddRelease(*command, *options);
  AddOutput(*command, *options);
  auto settings = std::make_shared<SettingsFlags>();
  AddRuleFlag(*command, *settings);
  AddSettingsFlags(*command, *settings);
  command->SetHelpTexts(kLintFooter);
  command->OnRun([=] { *exit_code = Run(*command, *options, *settings); });
}

}  // namespace structural::cli
