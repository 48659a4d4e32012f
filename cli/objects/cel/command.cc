// structural cel: compiles and evaluates CEL expressions, and lists the rules of CRDs.
#include "cli/shared/command.h"

#include <memory>

#include "cli/objects/cel/run.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kCelFooter =
    "Examples:\n"
    "  structural cel '[1, 2, 3].map(x, x * 2)'\n"
    "  structural cel --crd crd.yaml\n"
    "  structural cel --crd crd.yaml --field .spec 'self.replicas <= self.max'\n"
    "  structural cel --crd crd.yaml --field '.spec.ports[]' --object web.yaml 'self.port > 1024'\n"
    "  structural cel --crd crd.yaml --object new.yaml --old old.yaml 'self.spec == oldSelf.spec'\n"
    "  structural cel --crd crd.yaml --field .spec --explain 'self.hosts.all(x, x != self.name)'\n"
    "  kubectl get pod web -o json | structural cel --object - 'self.spec.containers[0].image'\n\n"
    "With --crd, self has the type of the schema at --field, and defaults are set in objects. Without\n"
    "EXPR, the command lists the rules of the CRDs with their estimated costs.\n\n"
    "Exit codes:\n"
    "  0  the expression, or every rule, compiles, and no evaluation fails\n"
    "  1  it does not compile, its estimated cost is above the limit, an evaluation fails, or the\n"
    "     value for an object is false\n"
    "  2  wrong arguments, unreadable input, no such version or field\n"
    "  3  the run itself failed\n";

void AddSources(Command& command, CelOptions& options) {
  command.AddOption("--crd", options.crds, "Files and folders with CRDs, YAML or JSON; repeatable")->TypeName("PATH");
  command
      .AddOption("--version", options.version, "Version of the CRD (default: that of the object, or the stored one)")
      ->TypeName("VERSION");
  command
      .AddOption("--field", options.path, "Field that self is, such as .spec or .spec.ports[] (default: the object)")
      ->TypeName("FIELD");
  command.AddOption("--object", options.object, "File with objects; - is standard input")->TypeName("FILE");
  command.AddOption("--old", options.old, "File with the objects before an update, for oldSelf")->TypeName("FILE");
}

void AddAnswers(Command& command, CelOptions& options) {
  command.AddFlag("--optional-old-self", options.optional_old_self,
                  "oldSelf is optional, as with optionalOldSelf: true");
  command.AddFlag("--cost", options.cost, "Show the estimated cost and its share of the limit");
  command.AddFlag("--explain", options.explain, "Show the cost of each part of the expression");
}

void CheckFlags(const Command& command, const CelOptions& options) {
  const auto needs = [&](const char* flag, const char* other, bool given) {
    if (command.Given(flag) && !given) FailValidation(flag, "needs " + std::string(other));
  };
  const bool expression = options.expression.has_value();
  if (!expression && options.crds.empty()) FailValidation("EXPR is required without --crd");
  needs("--version", "--crd", !options.crds.empty());
  needs("--field", "--crd", !options.crds.empty());
  needs("--optional-old-self", "--crd", !options.crds.empty());
  needs("--old", "--object", !options.object.empty());
  for (const char* flag : {"--field", "--object", "--explain", "--optional-old-self"}) needs(flag, "EXPR", expression);
}

}  // namespace

void AddCel(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("cel", "Try an expression in CEL, or list the rules of CRDs");
  auto options = std::make_shared<CelOptions>();
  command->AddOption("EXPR", options->expression, "Expression; - is standard input (default: the rules of the CRDs)");
  AddSources(*command, *options);
  AddAnswers(*command, *options);
  auto* output = command->AddOption("-o,--output", "Output format")->OneOf({"text", "json"})->DefaultText("text");
  AddColorFlag(*command);
  command->SetHelpTexts(kCelFooter);
  command->OnRun([=] {
    CheckFlags(*command, *options);
    options->json = output->given() && output->value() == "json";
    *exit_code = RunGuarded("cel", [&] { return RunCel(*options); });
  });
}

}  // namespace structural::cli
