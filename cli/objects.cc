// structural prune, default, validate: what the API server makes of the custom resources in files.
#include <iostream>

#include "cli/command.h"
#include "cli/objects_run.h"

namespace structural::cli {
namespace {

constexpr const char* kFooter =
    "Objects are told by their apiVersion and kind. Exit code: 0 nothing is wrong, 1 something "
    "is,\n"
    "2 wrong arguments or unreadable input, 3 the run itself failed.\n\n"
    "Example:\n  structural validate -f crd.yaml examples/\n";

int Run(const ObjectsOptions& options) {
  try {
    return RunObjects(options);
  } catch (const std::exception& e) {
    std::cerr << "structural: internal error: " << e.what() << "\n";
    return kExitInternal;
  }
}

void Add(CLI::App& app, const char* name, const char* help, ObjectsTask task, int* exit_code) {
  auto* command = app.add_subcommand(name, help);
  auto options = std::make_shared<ObjectsOptions>();
  options->task = task;
  command->add_option("-f,--crd", options->crds, "Files with CRDs, YAML or JSON")
      ->required()
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      ->add_option("PATH", options->paths,
                   "Files and folders with objects, YAML or JSON; - is standard input")
      ->required();
  command->footer(kFooter);
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace

void AddObjects(CLI::App& app, int* exit_code) {
  Add(app, "validate", "Tell what the API server would find wrong with custom resources",
      ObjectsTask::kValidate, exit_code);
  Add(app, "prune", "Drop what the schema of a custom resource does not specify",
      ObjectsTask::kPrune, exit_code);
  Add(app, "default", "Set what a custom resource leaves out, as the API server does",
      ObjectsTask::kDefault, exit_code);
}

}  // namespace structural::cli
