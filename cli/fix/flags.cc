#include "cli/fix/flags.h"

#include <CLI/CLI.hpp>

#include "cli/shared/input_flags.h"

namespace structural::cli {

void AddFixFlags(CLI::App& command, FixOptions& options) {
  AddInputFlags(command, options.paths, options.filter);
  const auto allow = [&options](const std::string& name) {
    options.most = *fix::ImpactNamed(name);
  };
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

}  // namespace structural::cli
