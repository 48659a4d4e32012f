// structural union: what becomes of objects whose schemas declare unions.
#include <CLI/CLI.hpp>

#include "cli/objects/flags.h"
#include "cli/shared/command.h"
#include "cli/shared/guarded.h"

namespace structural::cli {
namespace {

constexpr const char* kUnionFooter =
    "A union is a set of fields of which one at most is set. A CRD declares unions by\n"
    "x-kubernetes-unions in its schema, or by the annotation structural.lint/unions, as the KEP "
    "on\n"
    "union types says. What is cleared and set is told, with its place. Nothing is pruned, "
    "defaulted\n"
    "or validated: structural validate does that with what is printed.\n\n"
    "Objects are told by their apiVersion and kind; an old one is that with the same namespace "
    "and\n"
    "name. Exit code: 0 nothing is wrong, 1 something is, 2 wrong arguments, unreadable input "
    "or\n"
    "no object in it, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural union -f crd.yaml --old before.yaml after.yaml\n"
    "  kubectl get machines -A -o yaml | structural union -f crd.yaml --old - after/\n"
    "  structural union -f crd.yaml --diff new/\n";

}  // namespace

void AddUnion(CLI::App& app, int* exit_code) {
  auto* command =
      app.add_subcommand("union", "Clear the fields of unions that an update leaves behind");
  auto options = std::make_shared<ObjectsOptions>();
  options->task = ObjectsTask::kUnion;
  AddCrds(*command, *options)->required();
  AddPaths(*command, *options)->required();
  command
      ->add_option("--old", options->old,
                   "Files and folders with the objects before the update; repeatable. What is not\n"
                   "among them is new")
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
