// structural apply: prints the objects that a server stores after a server-side apply, and explains conflicts.
#include "cli/shared/command.h"

#include <memory>

#include "cli/objects/apply/run.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kApplyFooter =
    "Each object is sent as a server-side apply to an API server of Kubernetes 1.37 that has the\n"
    "CRDs and the live objects. An object that is not among the live ones is created. Several\n"
    "applies of one object follow each other. No file is changed. With --cluster, CRDs and live\n"
    "objects are those of an API server, to which nothing is written.\n\n"
    "A live object is the output of kubectl get -o yaml --show-managed-fields. Without managedFields,\n"
    "an API server gives all its fields to the manager before-first-apply.\n\n"
    "Exit codes:\n"
    "  0  all objects were applied\n"
    "  1  a conflict or another error, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural apply --crd crd.yaml machine.yaml\n"
    "  kubectl get machine one -o yaml --show-managed-fields | structural apply --crd crd.yaml --live - machine.yaml\n"
    "  structural apply --crd crd.yaml --live live.yaml --field-manager flux --force-conflicts machine.yaml\n"
    "  structural apply --crd crd.yaml --live live.yaml --diff machine.yaml\n"
    "  structural apply --cluster --context staging --field-manager flux --diff machine.yaml\n";

void AddApplyInputs(Command& command, ApplyOptions& options) {
  AddPathArguments(command, options.paths, "Files and folders with objects, YAML or JSON; - is standard input")
      ->Required();
  command.AddOption("--crd", options.crds, "Files and folders with CRDs, YAML or JSON; repeatable")->TypeName("PATH");
  command
      .AddOption("--crds-from", options.crds_from,
                 "Folders and archives (.tar, .tar.gz, .tgz, .zip) that have CRDs among other\nfiles; repeatable")
      ->TypeName("PATH");
  command
      .AddOption("--live", options.live,
                 "Files and folders with the objects that the server stores, with managedFields;\nrepeatable")
      ->TypeName("PATH");
  AddFilterFlags(command, options.filter);
  command.AddFlag("--ignore-missing", options.ignore_missing_crds,
                  "Only count objects of kinds without a CRD, such as Kubernetes' own");
}

void AddApplyRequest(Command& command, ApplyOptions& options) {
  command.AddOption("--field-manager", options.manager, "Name of the manager that applies")
      ->TypeName("NAME")
      ->ShowDefault();
  command.AddFlag("--force-conflicts", options.force, "Become the owner of fields that conflict");
  command.AddOption("--subresource", options.subresource, "Apply to this subresource")
      ->OneOf({"status"})
      ->TypeName("status");
  command
      .AddOption("--field-validation", options.field_validation,
                 "Refuse unknown and repeated fields, warn of them, or ignore them, as in kubectl")
      ->OneOf({"strict", "warn", "ignore"})
      ->ShowDefault();
}

void AddApplyOutput(Command& command, ApplyOptions& options) {
  AddColorFlag(command);
  command.AddFlag("--diff", options.print_diff,
                  "Print the changes of the live objects as a unified diff, and exit with 1 if\nanything would change");
  command.AddFlag("--show-managed-fields", options.show_managed_fields, "Print metadata.managedFields, too");
  command.AddOption("-o,--output", options.output, "Output format")->OneOf({"yaml", "json"})->ShowDefault();
  AddAllowEmptyFlag(command, options.allow_empty);
}

}  // namespace

void AddApply(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("apply", "Apply objects as the API server does, and explain conflicts");
  auto options = std::make_shared<ApplyOptions>();
  AddApplyInputs(*command, *options);
  AddApplyRequest(*command, *options);
  AddApplyOutput(*command, *options);
  auto config = std::make_shared<kube::ConfigFlags>();
  const auto* cluster =
      AddClusterFlag(*command, config.get(),
                     "Use the CRDs and the live objects of the API server; writes nothing to it. NAME is\n"
                     "a cluster of the kubeconfig");
  command->SetHelpTexts(kApplyFooter);
  command->OnRun([=] {
    RequireCluster(*command);
    if (cluster->given()) options->cluster = *config;
    if (cluster->given() && command->Given("--live")) FailExcludes("--cluster", "--live");
    *exit_code = RunGuarded("apply", [&] { return RunApply(*options); });
  });
}

}  // namespace structural::cli
