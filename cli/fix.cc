// structural fix: the repaired file, and what each repair costs.
#include <iostream>

#include "cli/command.h"
#include "cli/fix_run.h"
#include "cli/input_flags.h"

namespace structural::cli {
namespace {

constexpr const char* kFooter =
    "Classes of changes:\n"
    "  same       the same objects are accepted, and stored as they were\n"
    "  typed      a type is written down that other keywords tell of: values of other types are "
    "no\n"
    "             longer accepted\n"
    "  wider      a check is lost: more is accepted\n"
    "  needs-you  a choice that nobody can make for you: told, never done\n\n"
    "Comments, order, quotes and indentation outside of the edited lines stay as they are. CRDs\n"
    "are found as documents of YAML and JSON, and in Lists.\n\n"
    "Exit code: 0 all CRDs are structural in the end, 1 one is not, or with --check something\n"
    "would change, 2 wrong arguments or an input that cannot be read or edited, 3 the run itself\n"
    "failed.\n\n"
    "Examples:\n"
    "  structural fix config/crd\n"
    "  structural fix --allow wider --write config/crd\n"
    "  structural fix -o plan crd.yaml\n"
    "  structural fix --allow typed --check .\n"
    "  structural fix -o json crd.yaml | jq '.[0].edits'\n"
    "  kubectl get crd a.example.com -o yaml | structural fix --allow wider --write - > a.yaml\n";

int Run(const FixOptions& options) {
  try {
    return RunFix(options);
  } catch (const std::exception& e) {
    std::cerr << "structural fix: internal error: " << e.what() << "\n";
    return kExitInternal;
  }
}

void AddOutput(CLI::App& command, FixOptions& options) {
  const auto allow = [&options](const std::string& name) { options.most = *fix::ClassNamed(name); };
  command
      .add_option_function<std::string>("--allow", allow,
                                        "The class of changes to make, with those before it")
      ->check(CLI::IsMember({"same", "typed", "wider"}))
      ->default_str("same");
  auto* output =
      command
          .add_option("-o,--output", options.output,
                      "diff: what changes; plan: each change and what it costs; json: a\n"
                      "JSON Patch for each document, and the plan")
          ->check(CLI::IsMember({"diff", "plan", "json"}))
          ->capture_default_str();
  command.add_flag_callback("--diff", [] {}, "The same as -o diff")->excludes(output);
  auto* write = command.add_flag("-w,--write", options.write, "Change the files themselves");
  command.add_flag("--check", options.check, "End with 1 where anything would change")
      ->excludes(write);
  command.add_flag("-q,--quiet", options.quiet, "Say nothing of what is not done");
}

}  // namespace

void AddFix(CLI::App& app, int* exit_code) {
  auto* command = app.add_subcommand("fix", "Make the CRDs in files structural");
  auto options = std::make_shared<FixOptions>();
  AddInputFlags(*command, options->paths, options->filter);
  AddOutput(*command, *options);
  command->footer(kFooter);
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace structural::cli
