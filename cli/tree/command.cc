// structural tree: what a CRD's schema looks like.

#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/shared/guarded.h"
#include "cli/shared/input_flags.h"
#include "cli/tree/run.h"

namespace structural::cli {
namespace {

constexpr const char* kTreeFooter =
    "Examples:\n"
    "  structural tree crd.yaml | less\n"
    "  structural tree --version v1 --field spec.template --descriptions crd.yaml\n"
    "  structural tree --depth 2 crds/\n"
    "  structural tree -o html crds/ > schemas.html\n"
    "  kubectl get crd machines.example.com -o yaml | structural tree -\n\n"
    "The output shows fields as kubectl explain --recursive does, with the constraints of their\n"
    "values. ! marks violations, with the API server's messages. The command needs no cluster.\n\n"
    "Exit codes:\n"
    "  0  the fields are printed, also with violations\n"
    "  2  wrong arguments, an input that cannot be read, or no such CRD, version or field\n"
    "  3  the run itself failed\n";

int Run(const TreeOptions& options) {
  return Guarded("tree", [&] { return RunTree(options); });
}

}  // namespace

void AddTree(CLI::App& app, int* exit_code) {
  auto* command =
      app.add_subcommand("tree", "Show the fields of CRDs with constraints and violations");
  auto options = std::make_shared<TreeOptions>();
  AddCrdFlags(*command, options->paths, options->version);
  auto* output = command
                     ->add_option("-o,--output", options->output,
                                  "Output format; html is one self-contained page")
                     ->check(CLI::IsMember({"text", "html"}))
                     ->capture_default_str();
  command
      ->add_option("--field", options->text.field,
                   "Only this field and the fields below it, such as spec.template")
      ->type_name("FIELD");
  command->add_option("--depth", options->text.depth, "Levels of fields to show (default: all)")
      ->type_name("LEVELS")
      ->check(CLI::Range(1, 10'000));
  command->add_flag("--descriptions", options->text.descriptions,
                    "Show the description of each field");
  command->footer(kTreeFooter);
  command->callback([=] {
    if (output->as<std::string>() == "html") {
      for (const char* flag : {"--field", "--depth", "--descriptions"}) {
        if (command->count(flag) > 0) {
          throw CLI::ValidationError(
              flag, "needs -o text, because the page shows all fields and has a search");
        }
      }
    }
    *exit_code = Run(*options);
  });
}

}  // namespace structural::cli
