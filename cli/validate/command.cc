// structural validate: what an API server says to the custom resources in files.
#include "cli/shared/command.h"

#include <algorithm>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>

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

CLI::Option* AddPathList(CLI::App& command, const char* name, std::vector<std::string>& paths,
                         const char* help) {
  return command.add_option(name, paths, help)->allow_extra_args(false)->type_name("PATH");
}

void AddValidateInputs(CLI::App& command, ValidateOptions& options) {
  command.add_option("PATH", options.paths,
                     "Files and folders with objects, YAML or JSON; - is standard input");
  AddPathList(command, "-f,--filename", options.named,
              "The same, as in kubectl; repeatable");
  AddPathList(command, "--crd", options.crds,
              "Files and folders with CRDs; repeatable. CRDs among the objects are found, too");
  AddPathList(command, "--crds-from", options.crds_from,
              "Folders and archives (.tar, .tar.gz, .tgz, .zip) that have CRDs among other\n"
              "files; repeatable");
  command.add_flag("--ignore-missing", options.ignore_missing,
                   "Only count objects of kinds without a CRD, such as Kubernetes' own");
  command.add_option("-j,--jobs", options.jobs, "Number of files that are checked in parallel")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
}

void AddUpdates(CLI::App& command, ValidateOptions& options) {
  auto* old = AddPathList(
      command, "--old", options.old,
      "Files and folders with the stored objects; repeatable. Objects in them are\n"
      "updated, others created");
  command
      .add_option("--against", options.against,
                  "Take the stored objects from PATH in this git revision instead")
      ->type_name("REVISION")
      ->excludes(old);
  command
      .add_option("--subresource", options.subresource,
                  "Send the updates to this subresource")
      ->check(CLI::IsMember({"status"}))
      ->type_name("status");
}

void AddValidateOutput(CLI::App& command, ValidateOptions& options) {
  command.add_option("-o,--output", options.output, "Output format")
      ->check(CLI::IsMember({"text", "json", "sarif", "rdjson", "github", "junit"}))
      ->capture_default_str();
  command
      .add_flag("--strict{fail}", options.strict,
                "What unknown fields and repeated keys are: an error (fail), a warning (warn) or\n"
                "nothing (ignore)")
      ->check(CLI::IsMember({"fail", "warn", "ignore"}))
      ->default_str("fail");
  command.add_flag("--verbose", options.verbose, "Also print a line for each file");
  command.add_flag("-q,--quiet", options.quiet,
                   "Print nothing about objects; only set the exit code");
  AddAllowEmpty(command, options.allow_empty);
}

}  // namespace

void AddValidate(CLI::App& app, int* exit_code) {
  auto* command =
      app.add_subcommand("validate", "Print the API server's errors for custom resources");
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
  command->footer(kValidateFooter);
  command->callback([=] {
    if (cluster->count() > 0) options->cluster = *config;
    if (options->paths.empty() && options->named.empty()) throw CLI::RequiredError("PATH or -f");
    if (!options->subresource.empty() && options->old.empty() && options->against.empty())
      throw CLI::RequiresError("--subresource", "--old or --against");
    *exit_code = Guarded("validate", [&] { return RunValidate(*options); });
  });
}

}  // namespace structural::cli
