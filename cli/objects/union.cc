// structural union: what becomes of objects whose schemas declare unions.
#include <CLI/CLI.hpp>

#include "cli/objects/flags.h"
#include "cli/shared/command.h"
#include "cli/shared/guarded.h"

namespace structural::cli {
namespace {

constexpr const char* kUnionFooter =
    "A union is a set of fields; at most one of them is set. A CRD declares unions with\n"
    "x-kubernetes-unions in its schema or with the annotation structural.lint/unions, as in the\n"
    "KEP on union types. The command reports each field that it clears or sets. It does not\n"
    "prune, default or validate; run structural validate on its output for that.\n\n"
    "Objects are matched to CRDs by apiVersion and kind, and to old objects by namespace and\n"
    "name.\n\n"
    "Exit codes:\n"
    "  0  no errors and no cleared field\n"
    "  1  a cleared field, or the intended member is unknown\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural union -f crd.yaml --old before.yaml after.yaml\n"
    "  kubectl get machines -A -o yaml | structural union -f crd.yaml --old - after/\n"
    "  structural union -f crd.yaml --diff new/\n";

}  // namespace

void AddUnion(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("union", "Clear the union fields that an update replaces");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kUnion;
  AddCrds(*command, *options)->required();
  AddPaths(*command, *options)->required();
  command
      ->add_option(
          "--old", options->old,
          "Files and folders with the objects before the update; repeatable. Other objects\n"
          "are new")
      ->allow_extra_args(false)
      ->type_name("PATH");
  AddDiff(*command, *options);
  AddForm(*command, *options);
  AddManner(*command, *options);
  command->footer(std::string(kObjectsOutput) + "\n" + kUnionFooter);
  command->callback([options, exit_code] {
    *exit_code = Guarded("union", [&] { return RunObjects(*options); });
  });
}

}  // namespace structural::cli
