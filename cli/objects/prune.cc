// structural prune: drops the fields that pruning removes from objects.

#include "cli/objects/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kPruneFooter =
    "\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "structural validate --cluster --assume-pruning tells what the objects of a cluster would lose.\n\n"
    "Examples:\n"
    "  structural prune --crd crd.yaml examples/\n"
    "  structural prune --crd crd.yaml --diff examples/\n"
    "  structural prune --crd crd.yaml --profile kep examples/\n";

struct PruneFlags {
  ObjectsOptions files;
  std::string profile = "kubernetes";
};

void AddProfile(Command& command, PruneFlags& flags) {
  auto* profile = command
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

}  // namespace

void AddPrune(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("prune", "Drop the fields of custom resources that the schema does not specify");
  auto flags = std::make_shared<PruneFlags>();
  flags->files.task = ObjectsTask::kPrune;
  AddCrds(*command, flags->files)->Required();
  AddObjectPaths(*command, flags->files)->Required();
  AddDiff(*command, flags->files);
  AddProfile(*command, *flags);
  AddForm(*command, flags->files);
  AddManner(*command, flags->files);
  command->Footer(std::string("Objects are matched to CRDs by apiVersion and kind, and printed without the "
                              "dropped\n"
                              "fields.\n") +
                  kObjectsOutput + kPruneFooter);
  command->OnRun([=] {
    flags->files.kep = flags->profile == "kep";
    *exit_code = Guarded("prune", [&] { return RunObjects(flags->files); });
  });
}

}  // namespace structural::cli
