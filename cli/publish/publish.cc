// structural publish, unfold: what becomes of a CRD's schemas in OpenAPI.
#include <CLI/CLI.hpp>

#include "cli/publish/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kPublishFooter =
    "Examples:\n"
    "  structural publish crd.yaml\n"
    "  structural publish --openapi v2 --whole -o json crds/ > swagger.json\n"
    "  kubectl get crd machines.example.com -o yaml | structural publish --version v1 -\n\n"
    "Only served versions are published. --openapi v3 prints a document per group and version,\n"
    "as the server does at /openapi/v3/apis/GROUP/VERSION. --openapi v2 prints one document,\n"
    "without the keywords that v2 lacks. Kubernetes publishes no fields of a schema that is not\n"
    "structural. With --profile kep such a CRD is not published, and the command prints the\n"
    "reason.\n\n"
    "Exit codes:\n"
    "  0  everything is published\n"
    "  1  a version is not published\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

constexpr const char* kUnfoldFooter =
    "Examples:\n"
    "  structural unfold crd.yaml\n"
    "  structural unfold --profile kep --version v1 -o json crd.yaml\n\n"
    "A file contains CRDs or single schemas. Kubernetes writes out x-kubernetes-int-or-string.\n"
    "With --profile kep the command also writes out x-kubernetes-embedded-resource and\n"
    "x-kubernetes-unions.\n\n"
    "Exit codes:\n"
    "  0  everything is unfolded\n"
    "  1  a schema cannot be unfolded\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

using Run = int (*)(const PublishOptions&);

CLI::App* Add(CLI::App& app, const char* name, const char* help, const Run run,
              const std::shared_ptr<PublishOptions>& options, int* exit_code) {
  auto* command = app.add_subcommand(name, help);
  AddCrdFlags(*command, options->paths, options->version);
  command
      ->add_option("--profile", options->profile,
                   "Behaviour of Kubernetes, or of the KEP on structural schemas")
      ->check(CLI::IsMember({"kubernetes", "kep"}))
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Output format")
      ->check(CLI::IsMember({"yaml", "json"}))
      ->capture_default_str();
  command->callback(
      [=] { *exit_code = Guarded(command->get_name(), [&] { return run(*options); }); });
  return command;
}

}  // namespace

void AddPublish(CLI::App& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  auto* command =
      Add(app, "publish", "Print the OpenAPI documents that the API server publishes for CRDs",
          RunPublish, options, exit_code);
  command->add_option("--openapi", options->format, "Version of OpenAPI")
      ->check(CLI::IsMember({"v2", "v3"}))
      ->capture_default_str();
  command->add_flag(
      "--whole", options->whole,
      "Print whole documents, with paths and the definitions of Kubernetes' own types");
  command->footer(kPublishFooter);
}

void AddUnfold(CLI::App& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  Add(app, "unfold", "Write out the extensions in schemas as plain keywords", RunUnfold, options,
      exit_code)
      ->footer(kUnfoldFooter);
}

}  // namespace structural::cli
