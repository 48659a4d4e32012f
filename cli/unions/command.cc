// structural unions from-go: the unions that Go types declare, for CRDs.
#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/shared/guarded.h"
#include "cli/unions/from_go.h"

namespace structural::cli {
namespace {

constexpr const char* kUnionsFooter =
    "Examples:\n"
    "  structural unions from-go api/v1/types.go\n"
    "  structural unions from-go -o annotation --type Machine api/v1/\n\n"
    "The command reads the tags of the KEP on union types: +union on a struct, +unionDeprecated\n"
    "and +unionDiscriminator on a field. It prints the JSON names of the fields. All files\n"
    "belong to one package; types of other packages have no unions. In folders the command\n"
    "reads *.go, except for tests and zz_generated*.\n\n"
    "-o extension prints x-kubernetes-unions for each Go type. -o annotation prints the\n"
    "annotation for a CRD, for the kind that embeds TypeMeta and ObjectMeta.\n\n"
    "Exit codes:\n"
    "  0  unions were found\n"
    "  1  no unions were found, or they have errors\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

void AddFromGo(CLI::App& unions, int* exit_code) {
  auto* command =
      unions.add_subcommand("from-go", "Print the unions that Go types declare, for CRDs");
  auto options = std::make_shared<UnionsFromGoOptions>();
  command
      ->add_option("PATH", options->paths,
                   "Go files, and folders with Go files; - is standard input")
      ->required();
  command->add_option("-o,--output", options->output, "Output format")
      ->check(CLI::IsMember({"extension", "annotation"}))
      ->capture_default_str();
  command->add_option("--type", options->type, "Kind for the annotation: the name of its Go type")
      ->type_name("NAME");
  command
      ->add_option("--only-version", options->version,
                   "Version of the CRD for the annotation (default: all)")
      ->type_name("NAME");
  command->footer(kUnionsFooter);
  command->callback([options, exit_code] {
    *exit_code = Guarded("unions from-go", [&] { return RunUnionsFromGo(*options); });
  });
}

}  // namespace

void AddUnions(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("unions", "Print declarations of unions for CRDs");
  command->require_subcommand(1);
  command->footer("Examples:\n  structural unions from-go api/v1/types.go\n");
  AddFromGo(*command, exit_code);
}

}  // namespace structural::cli
