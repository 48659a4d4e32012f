// structural prune, default and union normalize: what a server drops from objects, sets and clears.
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

namespace {

constexpr const char* kObjectsFooter =
    "Objects are matched to CRDs by apiVersion and kind.\n\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n";

// structural union normalize: normalizes objects whose schemas declare unions.
constexpr const char* kUnionFooter =
    "A union is a set of fields; at most one of them is set. A CRD declares unions with\n"
    "x-kubernetes-unions in its schema or with the annotation structural.lint/unions, as in the\n"
    "KEP on union types. The command reports each field that it clears or sets. It does not\n"
    "prune, default or validate; run structural validate on its output for that.\n\n"
    "Objects are matched to CRDs by apiVersion and kind, and to old objects by namespace and\n"
    "name.\n\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  the intended member is unknown, other errors, or changes with --diff\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural union normalize --crd crd.yaml --old before.yaml after.yaml\n"
    "  kubectl get machines -A -o yaml | structural union normalize --crd crd.yaml --old - after/\n"
    "  structural union normalize --crd crd.yaml --diff new/\n";

}  // namespace

const char* const kObjectsOutput =
    "YAML is printed as YAML, and JSON as JSON. The output keeps the order of keys. It does not "
    "keep\n"
    "comments, quotes and line breaks within values, and writes out aliases.\n";

Argument* AddCrds(Command& command, ObjectsOptions& options) {
  return command.AddOption("--crd", options.crds, "Files and folders with CRDs, YAML or JSON; repeatable")
      ->TypeName("PATH");
}

Argument* AddObjectPaths(Command& command, ObjectsOptions& options) {
  AddFilterFlags(command, options.filter);
  return AddPaths(command, options.paths, "Files and folders with objects, YAML or JSON; - is standard input");
}

Argument* AddDiff(Command& command, ObjectsOptions& options) {
  AddColorFlag(command);
  return command.AddFlag("--diff", options.diff,
                         "Print the changes as a unified diff, and exit with 1 if anything would\n"
                         "change");
}

Argument* AddForm(Command& command, ObjectsOptions& options) {
  return command.AddOption("-o,--output", options.output, "Output format (default: as the file)")
      ->OneOf({"yaml", "json"});
}

void AddManner(Command& command, ObjectsOptions& options) {
  command.AddFlag("-q,--quiet", options.quiet, "Do not print findings; print only the objects");
  AddAllowEmpty(command, options.allow_empty);
}

void AddObjects(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("default", "Set the defaults of custom resources, as the API server does");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kDefault;
  AddCrds(*command, *options)->Required();
  AddObjectPaths(*command, *options)->Required();
  AddDiff(*command, *options);
  AddForm(*command, *options);
  AddManner(*command, *options);
  command->Footer(std::string(kObjectsFooter) + kObjectsOutput +
                  "\nExamples:\n  structural default --crd crd.yaml machine.yaml\n"
                  "  structural default --crd crd.yaml --diff examples/\n");
  command->OnRun([options, exit_code] { *exit_code = Guarded("default", [&] { return RunObjects(*options); }); });
}

void AddUnionNormalize(Command& unions, int* exit_code) {
  auto* command = unions.AddSubcommand("normalize", "Clear the union fields that an update replaces");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kUnion;
  AddCrds(*command, *options)->Required();
  AddObjectPaths(*command, *options)->Required();
  command
      ->AddOption("--old", options->old,
                  "Files and folders with the objects before the update; repeatable. Other objects\n"
                  "are new")
      ->TypeName("PATH");
  AddDiff(*command, *options);
  AddForm(*command, *options);
  AddManner(*command, *options);
  command->Footer(std::string(kObjectsOutput) + "\n" + kUnionFooter);
  command->OnRun(
      [options, exit_code] { *exit_code = Guarded("union normalize", [&] { return RunObjects(*options); }); });
}

}  // namespace structural::cli
