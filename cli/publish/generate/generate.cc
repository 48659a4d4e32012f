// structural generate: generates code from the schemas of CRDs.

#include "cli/publish/generate/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kGoFooter =
    "Examples:\n"
    "  structural generate go crd.yaml > api/v1/types.go\n"
    "  structural generate go --output-dir api config/crd\n"
    "  kubectl get crd machines.example.com -o yaml | structural generate go --version v1 -\n\n"
    "controller-gen generates the same schemas from the types, except for the differences in\n"
    "docs/generate.md. The command reports keywords without a type or marker, such as oneOf, on\n"
    "standard error, and writes a comment in their place. Each group and version is a package.\n"
    "In a folder it is GROUP/VERSION with a file per kind; on standard output it is one file.\n\n"
    "Exit codes:\n"
    "  0  all code is written\n"
    "  1  a version is not structural, or with --fail-unmapped a keyword is not mapped\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

constexpr const char* kProtoFooter =
    "Examples:\n"
    "  structural generate proto crd.yaml > machine.proto\n"
    "  structural generate proto --output-dir proto --numbers proto/numbers.json config/crd\n\n"
    "The JSON of a message is the JSON of the object, except for IntOrString and Quantity,\n"
    "which are Kubernetes' messages. Values of any type become Value, Struct or ListValue.\n"
    "Protobuf cannot express constraints and defaults. Fields are numbered in the order of\n"
    "their names. With --numbers they keep their numbers: the command reads the file and adds\n"
    "new fields to it. Store it with the CRD.\n\n"
    "Exit codes:\n"
    "  0  all code is written\n"
    "  1  a version is not structural, or with --fail-unmapped a keyword is not mapped\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

using Run = int (*)(const GenerateOptions&);

int RunGuarded(Run run, const GenerateOptions& options) {
  return Guarded("generate", [&] { return run(options); });
}

Command* Add(Command& generate, const char* name, const char* help, Run run,
             const std::shared_ptr<GenerateOptions>& options, int* exit_code) {
  auto* command = generate.AddSubcommand(name, help);
  AddInputFlags(*command, options->paths, options->filter);
  command->AddOption("--version", options->version, "Only this version (default: all)")->TypeName("VERSION");
  command->AddOption("--output-dir", options->output_dir, "Write the files to this folder (default: print them)")
      ->TypeName("FOLDER");
  command->AddOption("--package", options->package, "Name of the package (default: from group and version)")
      ->TypeName("NAME");
  command->AddFlag("--fail-unmapped", options->fail_unmapped, "Exit with 1 if a keyword is not mapped");
  command->OnRun([=] { *exit_code = RunGuarded(run, *options); });
  return command;
}

std::string CheckGoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool good = !name.empty() && letter(name.front()) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  return good ? "" : "a package name consists of lower-case letters, digits and _";
}

std::string CheckProtoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '_'; };
  char before = '.';
  for (const char c : name) {
    if (!(letter(c) || (before != '.' && (digit(c) || c == '.'))))
      return "a package name consists of letters, digits and _, in parts separated by dots";
    before = c;
  }
  return before == '.' ? "a package name cannot end with a dot" : "";
}

void AddGo(Command& generate, int* exit_code) {
  auto* command = Add(generate, "go", "Print Go types with markers for controller-gen", RunGenerateGo,
                      std::make_shared<GenerateOptions>(), exit_code);
  command->Find("--package")->Check(CheckGoName);
  command->Footer(kGoFooter);
}

void AddProto(Command& generate, int* exit_code) {
  const auto options = std::make_shared<GenerateOptions>();
  auto* command = Add(generate, "proto", "Print Protobuf messages", RunGenerateProto, options, exit_code);
  command->Find("--package")->Check(CheckProtoName);
  command->AddOption("--numbers", options->numbers, "File that stores the numbers of fields")->TypeName("FILE");
  command->Footer(kProtoFooter);
}

}  // namespace

void AddGenerate(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("generate", "Generate code from the schemas of CRDs");
  command->RequireSubcommand();
  command->Footer(
      "Examples:\n  structural generate go crd.yaml > api/v1/types.go\n"
      "  structural generate proto crd.yaml > machine.proto\n");
  AddGo(*command, exit_code);
  AddProto(*command, exit_code);
}

}  // namespace structural::cli
