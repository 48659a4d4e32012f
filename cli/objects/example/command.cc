// structural example: prints objects that a server accepts, generated from the schemas of CRDs.
#include "cli/shared/command.h"

#include <memory>

#include "cli/objects/example/run.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kExampleFooter =
    "Examples:\n"
    "  structural example crd.yaml > object.yaml\n"
    "  structural example --minimal -o json crd.yaml\n"
    "  structural example --full --version v1 crd.yaml\n"
    "  structural example --field '.spec.ports[]' crd.yaml\n"
    "  kubectl get crd machines.example.com -o yaml | structural example --minimal - | kubectl create -f -\n\n"
    "By default the object has the required fields, and the optional ones of spec. --minimal leaves\n"
    "out each field that can be left out, --full sets all optional fields that go together. Values\n"
    "follow from the schema and its rules in CEL. An object is printed only if a server creates it.\n"
    "YAML has the descriptions as comments, except with --minimal.\n\n"
    "Exit codes:\n"
    "  0  each CRD has an example\n"
    "  1  a server refuses the CRD, or no object was found that it creates, with the reasons on standard error\n"
    "  2  wrong arguments, unreadable input, no such version or field\n"
    "  3  the run itself failed\n";

}  // namespace

void AddExample(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("example", "Print an object that a server accepts, from the schema of a CRD");
  auto options = std::make_shared<PrintExampleOptions>();
  AddCrdFlags(*command, options->paths, options->filter, options->version);
  command->Find("--version")->Description("Version of the CRD (default: the stored one)");
  auto* minimal = command->OnFlag(
      "--minimal", [=] { options->size = values::Size::kSmallest; }, "Only what no server creates the object without");
  command
      ->OnFlag(
          "--full", [=] { options->size = values::Size::kFull; }, "All optional fields that go together")
      ->Excludes(minimal);
  command->AddOption("--field", options->field, "Only the value of this field, such as .spec or .spec.ports[]")
      ->TypeName("FIELD");
  auto* output = command->AddOption("-o,--output", "Output format")->OneOf({"yaml", "json"})->DefaultText("yaml");
  command->Footer(kExampleFooter);
  command->OnRun([=] {
    options->json = output->given() && output->value() == "json";
    *exit_code = Guarded("example", [&] { return RunExample(*options); });
  });
}

}  // namespace structural::cli
