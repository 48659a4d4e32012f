// structural prune: what pruning drops from objects, in files or on a server.

#include "cli/objects/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "cli/stored/flags.h"

namespace structural::cli {
namespace {

constexpr const char* kPruneFooter =
    "\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "With --cluster the command reads every object of the CRDs with preserveUnknownFields:\n"
    "true, in the stored version, and reports the fields that pruning would drop. It writes\n"
    "nothing. --crd replaces the server's CRDs with those in files, for example to test a new\n"
    "schema.\n\n"
    "Exit codes with --cluster:\n"
    "  0  no object would lose a field\n"
    "  1  an object would lose a field\n"
    "  2  something could not be read\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural prune --crd crd.yaml examples/\n"
    "  structural prune --crd crd.yaml --diff examples/\n"
    "  structural prune --crd crd.yaml --profile kep examples/\n"
    "  structural prune --cluster\n"
    "  structural prune --cluster --context staging --group '*.example.com' -o json\n"
    "  structural prune --cluster -n team-a --summary --crd new-crd.yaml\n";

struct PruneFlags {
  ObjectsOptions files;
  PruneClusterOptions cluster;
  std::string profile = "kubernetes";
};

void AddProfile(Command& command, PruneFlags& flags) {
  auto* profile =
      command
          .AddOption("--profile", flags.profile,
                      "Pruning as in Kubernetes, or as in the pruning KEP, which accepts\n"
                      "any schema and keeps fields that any branch names")
          ->OneOf({"kubernetes", "kep"})
          ->ShowDefault();
  command
      .AddFlag("--nested-no-prune", flags.files.nested_no_prune,
                "With --profile kep: allow nested x-kubernetes-no-prune, which the KEP\n"
                "describes but does not allow")
      ->Needs(profile);
}

constexpr const char* kForms =
    "Output format: yaml or json for objects (default: as the file); text or json\n"
    "with --cluster (default: text)";

// Who asks for a form gets it, or an error.
void CheckForm(const std::string& output, std::string_view none, const char* what) {
  if (output == none) FailValidation("--output", std::string(none) + what);
}

int RunCluster(PruneFlags& flags) {
  if (!flags.files.paths.empty()) FailExcludes("--cluster", "PATH");
  CheckForm(flags.files.output, "yaml", " is for objects in files; --cluster prints text or json");
  flags.cluster.crds = flags.files.crds;
  flags.cluster.json = flags.files.output == "json";
  return Guarded("prune", [&] { return RunPruneCluster(flags.cluster); });
}

}  // namespace

void AddPrune(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand(
      "prune", "Drop the fields of custom resources that the schema does not specify");
  auto flags = std::make_shared<PruneFlags>();
  flags->files.task = ObjectsTask::kPrune;
  auto* crds = AddCrds(*command, flags->files);
  auto* paths = AddObjectPaths(*command, flags->files);
  AddDiff(*command, flags->files);
  AddProfile(*command, *flags);
  auto* cluster = AddClusterFlag(
      *command, &flags->cluster.config,
      "Check the objects on the API server; NAME is a cluster of the kubeconfig");
  AddStoredFlags(*command, flags->cluster.stored);
  command->AddOption("-o,--output", flags->files.output, kForms)
      ->OneOf({"yaml", "text", "json"});
  AddManner(*command, flags->files);
  for (const char* flag : {"--diff", "--profile", "--quiet", "--allow-empty"}) {
    cluster->Excludes(command->Find(flag));
  }
  command->Footer(std::string("With files, objects are matched to CRDs by apiVersion and kind, and "
                              "printed without the dropped\n"
                              "fields.\n") +
                  kObjectsOutput + kPruneFooter);
  command->OnRun([=] {
    if (cluster->given()) {
      *exit_code = RunCluster(*flags);
      return;
    }
    if (!crds->given()) FailRequired(crds->name());
    if (flags->files.paths.empty()) FailRequired(paths->name());
    CheckForm(flags->files.output, "text",
              " is for --cluster; objects are printed as yaml or json");
    flags->files.kep = flags->profile == "kep";
    *exit_code = Guarded("prune", [&] { return RunObjects(flags->files); });
  });
}

}  // namespace structural::cli
