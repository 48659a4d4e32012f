// structural tree: what a CRD's schema looks like.

#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/shared/guarded.h"
#include "cli/shared/input_flags.h"
#include "cli/tree/run.h"

namespace structural::cli {
namespace {

constexpr const char* kTreeFooter =
    "Fields are laid out as by kubectl explain --recursive, with what their values must be. ! "
    "marks\n"
    "what is wrong, as the API server says it. Neither it nor a cluster is needed.\n\n"
    "Exit code: 0 it is shown, 2 wrong arguments, an input that cannot be read, or nothing to "
    "show\n"
    "in it, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural tree crd.yaml | less\n"
    "  structural tree --version v1 --field spec.template --descriptions crd.yaml\n"
    "  structural tree --depth 2 crds/\n"
    "  structural tree -o html crds/ > schemas.html\n"
    "  kubectl get crd machines.example.com -o yaml | structural tree -\n";

int Run(const TreeOptions& options) {
  return Guarded("tree", [&] { return RunTree(options); });
}

}  // namespace

void AddTree(CLI::App& app, int* exit_code) {
  auto* command =
      app.add_subcommand("tree", "Show the fields of CRDs, and what is wrong with them");
  auto options = std::make_shared<TreeOptions>();
  AddCrdFlags(*command, options->paths, options->version);
  auto* output = command
                     ->add_option("-o,--output", options->output,
                                  "text, or a page for a browser, which needs nothing else")
                     ->check(CLI::IsMember({"text", "html"}))
                     ->capture_default_str();
  command
      ->add_option("--field", options->text.field,
                   "Only what stands at this field, as spec.template")
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
          throw CLI::ValidationError(flag, "is for -o text: the page has all, and a search");
        }
      }
    }
    *exit_code = Run(*options);
  });
}

}  // namespace structural::cli
