// structural publish, unfold: what becomes of a CRD's schemas in OpenAPI.
#include <CLI/CLI.hpp>

#include "cli/publish/run.h"
#include "cli/shared/command.h"
#include "cli/shared/guarded.h"
#include "cli/shared/input_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kPublishFooter =
    "Only versions that are served are published. With --openapi v3 there is a document for each\n"
    "group and version, as at /openapi/v3/apis/GROUP/VERSION; with v2 one for all, without what "
    "v2\n"
    "cannot say. Of a schema that is not structural, Kubernetes publishes no fields; the profile "
    "kep\n"
    "publishes nothing of the CRD, and says why.\n\n"
    "Exit code: 0 all is published, 1 something is not, 2 wrong arguments or unreadable input,\n"
    "3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural publish crd.yaml\n"
    "  structural publish --openapi v2 --whole -o json crds/ > swagger.json\n"
    "  kubectl get crd machines.example.com -o yaml | structural publish --version v1 -\n";

constexpr const char* kUnfoldFooter =
    "A file has CRDs, or schemas that stand alone. Kubernetes writes out "
    "x-kubernetes-int-or-string;\n"
    "the profile kep x-kubernetes-embedded-resource and x-kubernetes-unions, too.\n\n"
    "Exit code: 0 all is unfolded, 1 something cannot be, 2 wrong arguments or unreadable input,\n"
    "3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural unfold crd.yaml\n"
    "  structural unfold --profile kep --version v1 -o json crd.yaml\n";

using Run = int (*)(const PublishOptions&);

CLI::App* Add(CLI::App& app, const char* name, const char* help, const Run run,
              const std::shared_ptr<PublishOptions>& options, int* exit_code) {
  auto* command = app.add_subcommand(name, help);
  AddCrdFlags(*command, options->paths, options->version);
  command
      ->add_option("--profile", options->profile,
                   "What Kubernetes does, or what the KEP on structural schemas says")
      ->check(CLI::IsMember({"kubernetes", "kep"}))
      ->capture_default_str();
  command->add_option("-o,--output", options->output, "Form of what is printed")
      ->check(CLI::IsMember({"yaml", "json"}))
      ->capture_default_str();
  command->callback(
      [=] { *exit_code = Guarded(command->get_name(), [&] { return run(*options); }); });
  return command;
}

}  // namespace

void AddPublish(CLI::App& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  auto* command = Add(app, "publish", "Print what the API server publishes of CRDs in OpenAPI",
                      RunPublish, options, exit_code);
  command->add_option("--openapi", options->format, "Version of OpenAPI")
      ->check(CLI::IsMember({"v2", "v3"}))
      ->capture_default_str();
  command->add_flag("--whole", options->whole,
                    "Whole documents: with paths, and the definitions of Kubernetes' own types");
  command->footer(kPublishFooter);
}

void AddUnfold(CLI::App& app, int* exit_code) {
  auto options = std::make_shared<PublishOptions>();
  Add(app, "unfold", "Write out what the extensions in schemas stand for", RunUnfold, options,
      exit_code)
      ->footer(kUnfoldFooter);
}

}  // namespace structural::cli
