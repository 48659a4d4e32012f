// structural test: runs the test suites of CRDs.
#include "cli/shared/command.h"

#include <memory>

#include "cli/objects/suites/run.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/output.h"

namespace structural::cli {
namespace {

constexpr const char* kTestFooter =
    "A suite is a YAML file with cases: objects that are created and updated, and the object or the\n"
    "error that is expected. The command answers each request as an API server of Kubernetes 1.37\n"
    "does, without one. It reads suites of its own form and those of OpenShift's API repository;\n"
    "docs/test.md explains both.\n\n"
    "Examples:\n"
    "  structural test tests/\n"
    "  structural test --crd config/crd tests/machines.yaml\n"
    "  structural test --run 'replicas' --verbose tests/\n"
    "  structural test -o junit tests/ > junit.xml\n\n"
    "Exit codes:\n"
    "  0  all cases passed\n"
    "  1  a case failed\n"
    "  2  wrong arguments, unreadable input or no case in it\n"
    "  3  the run itself failed\n";

void AddTestFlags(Command& command, TestOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  command
      .AddOption("--crd", options.crds,
                 "Files and folders with the CRDs of all suites; repeatable (default: what each\n"
                 "suite names, or the generated manifests beside the folder tests)")
      ->TypeName("PATH");
  command.AddOption("--run", options.run, "Run only cases whose name matches this regular expression")
      ->TypeName("REGEX");
  command.AddOption("-o,--output", options.output, "Output format")
      ->OneOf({"text", "junit", "tap", "json"})
      ->ShowDefault();
  AddChoice(command, "--words", options.words, {{"exact", suite::Wording::kExact}, {"older", suite::Wording::kOlder}},
            "Whether an expected error may have the words of older releases of Kubernetes");
  command.AddFlag("--verbose", options.verbose, "Also list the cases that pass");
  command.AddFlag("--fail-fast", options.fail_fast, "Stop after the first suite with a failure");
  command.AddFlag("--update", options.update,
                  "Write what came into the suites as the expectation of each case that fails;\n"
                  "keeps comments and formatting");
  command.AddFlag("--coverage", options.coverage,
                  "Also list the rules, fields, enum values and branches of schemas that no case\n"
                  "meets, in text and json");
  command.AddFlag("-w,--watch", options.watch,
                  "Run the suites again when a file in their folders changes, until the command is\n"
                  "stopped");
  AddColorFlag(command);
}

}  // namespace

void AddTest(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("test", "Run test suites for the rules of CRDs");
  auto options = std::make_shared<TestOptions>();
  AddTestFlags(*command, *options);
  command->Footer(kTestFooter);
  command->OnRun([options, exit_code] { *exit_code = Guarded("test", [&] { return RunTest(*options); }); });
}

}  // namespace structural::cli
