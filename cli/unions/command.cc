// structural unions from-go: the unions that Go types declare, for CRDs.
#include "cli/shared/command.h"

#include <CLI/CLI.hpp>

#include "cli/shared/guarded.h"
#include "cli/unions/from_go.h"

namespace structural::cli {
namespace {

constexpr const char* kUnionsFooter =
    "Read are the tags of the KEP on union types: +union on a struct, +unionDeprecated on a "
    "field,\n"
    "+unionDiscriminator on a field, with the names that JSON has for fields. The files are of "
    "one\n"
    "package; types of others are taken to have no unions. Of folders *.go is read, tests and\n"
    "zz_generated* are not.\n\n"
    "-o extension prints x-kubernetes-unions for each Go type; -o annotation prints what to add "
    "to\n"
    "a CRD, for the kind that embeds TypeMeta and ObjectMeta.\n\n"
    "Exit code: 0 unions were found, 1 none were, or something is wrong with them, 2 wrong "
    "arguments\n"
    "or unreadable input, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural unions from-go api/v1/types.go\n"
    "  structural unions from-go -o annotation --type Machine api/v1/\n";

void AddFromGo(CLI::App& unions, int* exit_code) {
  auto* command =
      unions.add_subcommand("from-go", "Print the unions that Go types declare, for CRDs");
  auto options = std::make_shared<UnionsFromGoOptions>();
  command
      ->add_option("PATH", options->paths, "Go files, and folders with some; - is standard input")
      ->required();
  command->add_option("-o,--output", options->output, "Form of the declaration")
      ->check(CLI::IsMember({"extension", "annotation"}))
      ->capture_default_str();
  command
      ->add_option("--type", options->type, "Kind that the annotation is for: the name of its type")
      ->type_name("NAME");
  command
      ->add_option("--only-version", options->version,
                   "Version of the CRD that the annotation is for (default: all)")
      ->type_name("NAME");
  command->footer(kUnionsFooter);
  command->callback([options, exit_code] {
    *exit_code = Guarded("unions from-go", [&] { return RunUnionsFromGo(*options); });
  });
}

}  // namespace

void AddUnions(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("unions", "Declare the unions of CRDs");
  command->require_subcommand(1);
  command->footer("Examples:\n  structural unions from-go api/v1/types.go\n");
  AddFromGo(*command, exit_code);
}

}  // namespace structural::cli
