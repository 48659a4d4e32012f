// structural generate: code from the schemas of CRDs.

#include <CLI/CLI.hpp>

#include "cli/generate/run.h"
#include "cli/shared/command.h"
#include "cli/shared/guarded.h"
#include "cli/shared/input_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kGoFooter =
    "controller-gen makes the same schemas of the types again, up to the differences that\n"
    "docs/generate.md lists. What there is no type or marker for, such as oneOf, is told on "
    "standard\n"
    "error, and in a comment where it would stand. There is a package for each group and version: "
    "in\n"
    "a folder as GROUP/VERSION, with a file for each kind; on standard output one, in one file.\n\n"
    "Exit code: 0 all is written, 1 a version is not structural, or with --strict something is "
    "not\n"
    "mapped, 2 wrong arguments or unreadable input, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural generate go crd.yaml > api/v1/types.go\n"
    "  structural generate go -o api config/crd\n"
    "  kubectl get crd machines.example.com -o yaml | structural generate go --version v1 -\n";

constexpr const char* kProtoFooter =
    "Messages have the JSON of the objects, but for IntOrString and Quantity, which are those of\n"
    "Kubernetes. Values of any type are Value, Struct or ListValue. What constrains values, and\n"
    "defaults, has no place in Protobuf. Fields are numbered in the order of their names; with\n"
    "--numbers they keep their numbers for ever: the file is read, and written with those of new\n"
    "fields. Keep it with the CRD.\n\n"
    "Exit code: 0 all is written, 1 a version is not structural, or with --strict something is "
    "not\n"
    "mapped, 2 wrong arguments or unreadable input, 3 the run itself failed.\n\n"
    "Examples:\n"
    "  structural generate proto crd.yaml > machine.proto\n"
    "  structural generate proto -o proto --numbers proto/numbers.json config/crd\n";

using Run = int (*)(const GenerateOptions&);

int RunGuarded(Run run, const GenerateOptions& options) {
  return Guarded("generate", [&] { return run(options); });
}

CLI::App* Add(CLI::App& generate, const char* name, const char* help, Run run,
              const std::shared_ptr<GenerateOptions>& options, int* exit_code) {
  auto* command = generate.add_subcommand(name, help);
  AddInputFlags(*command, options->paths, options->filter);
  command->add_option("--version", options->version, "Only this version (default: each)")
      ->type_name("VERSION");
  command
      ->add_option("-o,--output", options->output,
                   "Folder to write files into; - is standard output")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--package", options->package,
                   "Name of the package (default: by group and version)")
      ->type_name("NAME");
  command->add_flag("--strict", options->strict, "End with 1 where something is not mapped");
  command->callback([=] { *exit_code = RunGuarded(run, *options); });
  return command;
}

std::string CheckGoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool good =
      !name.empty() && letter(name.front()) &&
      std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  return good ? "" : "a package's name has small letters, digits and _ only";
}

std::string CheckProtoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '_'; };
  char before = '.';
  for (const char c : name) {
    if (!(letter(c) || (before != '.' && (digit(c) || c == '.'))))
      return "a package's name has letters, digits and _, in parts between points";
    before = c;
  }
  return before == '.' ? "a package's name ends with no point" : "";
}

void AddGo(CLI::App& generate, int* exit_code) {
  auto* command = Add(generate, "go", "Print Go types with markers for controller-gen",
                      RunGenerateGo, std::make_shared<GenerateOptions>(), exit_code);
  command->get_option("--package")->check(CheckGoName);
  command->footer(kGoFooter);
}

void AddProto(CLI::App& generate, int* exit_code) {
  const auto options = std::make_shared<GenerateOptions>();
  auto* command =
      Add(generate, "proto", "Print messages of Protobuf", RunGenerateProto, options, exit_code);
  command->get_option("--package")->check(CheckProtoName);
  command->add_option("--numbers", options->numbers, "File that keeps the numbers of fields")
      ->type_name("FILE");
  command->footer(kProtoFooter);
}

}  // namespace

void AddGenerate(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("generate", "Generate code from the schemas of CRDs");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n  structural generate go crd.yaml > api/v1/types.go\n"
      "  structural generate proto crd.yaml > machine.proto\n");
  AddGo(*command, exit_code);
  AddProto(*command, exit_code);
}

}  // namespace structural::cli
