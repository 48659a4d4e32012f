// structural validate: what an API server says to the custom resources in files.
#include "cli/shared/command.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"
#include "cli/validate/run.h"

namespace structural::cli {
namespace {

constexpr const char* kValidateFooter =
    "Objects are matched to CRDs by apiVersion and kind. CRDs may stand among the objects.\n\n"
    "Exit codes:\n"
    "  0  no errors\n"
    "  1  errors\n"
    "  2  wrong arguments, unreadable input or no object in it\n"
    "  3  the run itself failed\n\n"
    "Examples:\n"
    "  structural validate --crd crd.yaml examples/\n"
    "  kubectl get machines -A -o yaml | structural validate --crd new-crd.yaml -f -\n"
    "  structural validate --crd crd.yaml --old before.yaml after.yaml\n"
    "  structural validate --crd crds/ --against main config/\n"
    "  structural validate --crds-from chart.tgz -f rendered.yaml\n"
    "  kustomize build . | structural validate --cluster --ignore-missing -f -\n";

Argument* AddPathList(Command& command, const char* name, std::vector<std::string>& paths,
                         const char* help) {
  return command.AddOption(name, paths, help)->OneValueEach()->TypeName("PATH");
}

void AddValidateInputs(Command& command, ValidateOptions& options) {
  command.AddOption("PATH", options.paths,
                     "Files and folders with objects, YAML or JSON; - is standard input");
  AddPathList(command, "-f,--filename", options.named,
              "The same, as in kubectl; repeatable");
  AddPathList(command, "--crd", options.crds,
              "Files and folders with CRDs; repeatable. CRDs among the objects are found, too");
  AddPathList(command, "--crds-from", options.crds_from,
              "Folders and archives (.tar, .tar.gz, .tgz, .zip) that have CRDs among other\n"
              "files; repeatable");
  command.AddFlag("--ignore-missing", options.ignore_missing,
                   "Only count objects of kinds without a CRD, such as Kubernetes' own");
  command.AddOption("-j,--jobs", options.jobs, "Number of files that are checked in parallel")
      ->Between(1, 256)
      ->ShowDefault();
}

void AddUpdates(Command& command, ValidateOptions& options) {
  auto* old = AddPathList(
      command, "--old", options.old,
      "Files and folders with the stored objects; repeatable. Objects in them are\n"
      "updated, others created");
  command
      .AddOption("--against", options.against,
                  "Take the stored objects from PATH in this git revision instead")
      ->TypeName("REVISION")
      ->Excludes(old);
  command
      .AddOption("--subresource", options.subresource,
                  "Send the updates to this subresource")
      ->OneOf({"status"})
      ->TypeName("status");
}

void AddValidateOutput(Command& command, ValidateOptions& options) {
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "json", "sarif", "rdjson", "github", "junit"})
      ->ShowDefault();
  command
      .AddFlag("--strict{fail}", options.strict,
                "What unknown fields and repeated keys are: an error (fail), a warning (warn) or\n"
                "nothing (ignore)")
      ->OneOf({"fail", "warn", "ignore"})
      ->DefaultText("fail");
  command.AddFlag("--verbose", options.verbose, "Also print a line for each file");
  command.AddFlag("-q,--quiet", options.quiet,
                   "Print nothing about objects; only set the exit code");
  AddAllowEmpty(command, options.allow_empty);
}

}  // namespace

void AddValidate(Command& app, int* exit_code) {
  auto* command =
      app.AddSubcommand("validate", "Print the API server's errors for custom resources");
  auto options = std::make_shared<ValidateOptions>();
  options->jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  AddValidateInputs(*command, *options);
  AddUpdates(*command, *options);
  AddValidateOutput(*command, *options);
  auto config = std::make_shared<kube::ConfigFlags>();
  const auto* cluster = AddClusterFlag(
      *command, config.get(),
      "Also use the CRDs of the API server; with a NAME, of this cluster of the\n"
      "kubeconfig. Name a file after -f then");
  command->Footer(kValidateFooter);
  command->OnRun([=] {
    if (cluster->given()) options->cluster = *config;
    if (options->paths.empty() && options->named.empty()) FailRequired("PATH or -f");
    if (!options->subresource.empty() && options->old.empty() && options->against.empty())
      FailRequires("--subresource", "--old or --against");
    *exit_code = Guarded("validate", [&] { return RunValidate(*options); });
  });
}

}  // namespace structural::cli
