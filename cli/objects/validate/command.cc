// structural validate: checks the custom resources in files as an API server does.
#include "cli/shared/command.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "cli/objects/validate/run.h"
#include "cli/report/config/settings.h"
#include "cli/report/rules/object_rules.h"
#include "cli/report/rules/rules.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kValidateFooter =
    "Objects are matched to CRDs by apiVersion and kind. CRDs may stand among the objects.\n\n"
    "With --cluster and no objects the command reads the objects that the API server stores.\n"
    "It reports the effect of an update that changes only metadata: objects that are refused,\n"
    "values that are tolerated until they change, lost fields and added defaults. --crd and\n"
    "--crds-from replace the server's CRDs, to test new schemas. --assume-pruning tells what objects\n"
    "lose once a CRD no longer preserves unknown fields. The command writes nothing to the server.\n\n"
    "Exit codes:\n"
    "  0  no errors; of stored objects: none would be refused or lose fields\n"
    "  1  errors; of stored objects: one would be refused or, with --field-validation=strict, lose fields\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural validate --crd crd.yaml examples/\n"
    "  kubectl get machines -A -o yaml | structural validate --crd new-crd.yaml -f -\n"
    "  structural validate --crd crd.yaml --old before.yaml after.yaml\n"
    "  structural validate --crd crds/ --against main config/\n"
    "  structural validate --crd crds/ --server-side --old live.yaml --field-manager flux config/\n"
    "  structural validate --crds-from chart.tgz -f rendered.yaml\n"
    "  kustomize build . | structural validate --cluster --ignore-missing -f -\n"
    "  structural validate --cluster --crd new-crd.yaml\n"
    "  structural validate --cluster --assume-pruning\n"
    "  structural validate --cluster --crds-from chart.tgz --context staging --summary\n"
    "  structural validate --cluster --group '*.example.com' -n team-a -o json\n";

Argument* AddPathList(Command& command, const char* name, std::vector<std::string>& paths, const char* help) {
  return command.AddOption(name, paths, help)->TypeName("PATH");
}

void AddValidateInputs(Command& command, ValidateOptions& options) {
  AddPathArguments(command, options.paths, "Files and folders with objects, YAML or JSON; - is standard input");
  AddPathList(command, "--crd", options.crds,
              "Files and folders with CRDs; repeatable. CRDs among the objects are found, too");
  AddPathList(command, "--crds-from", options.crds_from,
              "Folders and archives (.tar, .tar.gz, .tgz, .zip) that have CRDs among other\n"
              "files; repeatable");
  AddFilterFlags(command, options.filter);
  command.AddFlag("--ignore-missing", options.ignore_missing_crds,
                  "Only count objects of kinds without a CRD, such as Kubernetes' own");
  command.AddOption("-j,--jobs", options.jobs, "Number of files that are checked in parallel")
      ->Between(1, 256)
      ->ShowDefault();
}

void AddUpdates(Command& command, ValidateOptions& options) {
  auto* old = AddPathList(command, "--old", options.old,
                          "Files and folders with the stored objects; repeatable. Objects in them are\n"
                          "updated, others created");
  command.AddOption("--against", options.against, "Take the stored objects from PATH in this git revision instead")
      ->TypeName("REVISION")
      ->Excludes(old);
  command.AddOption("--subresource", options.subresource, "Send the updates to this subresource")
      ->OneOf({"status"})
      ->TypeName("status");
}

void AddApplies(Command& command, ValidateOptions& options) {
  command.AddFlag("--server-side", options.server_side,
                  "Send the objects as server-side applies, as kubectl apply --server-side does. The\n"
                  "objects of --old or --against are the live ones");
  command.AddOption("--field-manager", options.manager, "Name of the manager that applies, with --server-side")
      ->TypeName("NAME")
      ->ShowDefault();
  command.AddFlag("--force-conflicts", options.force_conflicts,
                  "Become the owner of fields that conflict, with --server-side");
}

void AddValidateOutput(Command& command, ValidateOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "json", "sarif", "rdjson", "github", "junit"})
      ->ShowDefault();
  command
      .AddOption("--field-validation", options.field_validation,
                 "What unknown fields and repeated keys are, as in kubectl: an error (strict), a\n"
                 "warning (warn) or nothing (ignore)")
      ->OneOf({"strict", "warn", "ignore"})
      ->ShowDefault();
  command.AddFlag("--verbose", options.verbose, "Also print a line for each file");
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings; only set the exit code");
  AddAllowEmptyFlag(command, options.allow_empty);
}

// Flags that apply only to objects in files. If the objects on a server are checked, giving one of them is an error.
constexpr const char* kOfFiles[] = {"--old",           "--against",         "--subresource", "--server-side",
                                    "--field-manager", "--force-conflicts", "--jobs",        "--ignore-missing",
                                    "--verbose",       "--include",         "--exclude",     "--no-gitignore",
                                    "--config",        "--no-config"};

int RunStored(Command& command, const ValidateOptions& options, const StoredFlags& stored) {
  for (const char* flag : kOfFiles) {
    if (command.Find(flag)->given()) FailRequires(flag, "PATH or -f");
  }
  return RunGuarded("validate", [&] { return RunValidateStored(options, stored); });
}

int RunFiles(const Command& command, ValidateOptions& options, const SettingsFlags& flags) {
  auto settings = ReadSettings("validate", options.paths, flags);
  if (!settings) return kExitUsage;
  settings->Filter(command, options.filter);
  if (command.Given("--field-validation")) {  // the flag overrides the levels of these rules in the configuration file
    for (const crd::Rule* rule : {&rules::kUnknownObjectField, &rules::kDuplicateKey}) settings->rules.erase(rule->id);
  }
  options.rules = settings->Levels();
  return RunGuarded("validate", [&] { return RunValidate(options); });
}

void CheckFileFlags(const Command& command, const ValidateOptions& options, const std::vector<Argument*>& of_stored) {
  if (options.paths.empty()) FailRequired("PATH or -f");
  if (!options.subresource.empty() && options.old.empty() && options.against.empty())
    FailRequires("--subresource", "--old or --against");
  for (const char* flag : {"--field-manager", "--force-conflicts"}) {
    if (!options.server_side && command.Given(flag)) FailRequires(flag, "--server-side");
  }
  for (const Argument* option : of_stored) {
    if (option->given()) FailRequires(option->name(), "--cluster without PATH and -f");
  }
}

}  // namespace

void AddValidate(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("validate", "Print the API server's errors for custom resources");
  auto options = std::make_shared<ValidateOptions>();
  options->jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  AddValidateInputs(*command, *options);
  AddUpdates(*command, *options);
  AddApplies(*command, *options);
  AddValidateOutput(*command, *options);
  auto config = std::make_shared<kube::ConfigFlags>();
  const auto* cluster =
      AddClusterFlag(*command, config.get(),
                     "Use the CRDs of the API server, too; without PATH and -f, read the objects that\n"
                     "it stores. NAME is a cluster of the kubeconfig");
  auto settings = std::make_shared<SettingsFlags>();
  AddSettingsFlags(*command, *settings);
  auto stored = std::make_shared<StoredFlags>();
  const auto of_stored = AddStoredObjectFlags(*command, *stored);
  command->SetHelpTexts(kValidateFooter);
  command->OnRun([=] {
    RequireCluster(*command);
    if (cluster->given()) options->cluster = *config;
    if (options->cluster && options->paths.empty()) {
      *exit_code = RunStored(*command, *options, *stored);
      return;
    }
    CheckFileFlags(*command, *options, of_stored);
    *exit_code = RunFiles(*command, *options, *settings);
  });
}

}  // namespace structural::cli
