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
                                        "Class of changes to make; includes the classes before it")
      ->check(CLI::IsMember({"same", "typed", "wider"}))
      ->default_str("same");
  auto* output =
      command
          .add_option("-o,--output", options.output,
                      "Output format. plan: each change with its effect; json: the plan and a\n"
                      "JSON Patch for each document")
          ->check(CLI::IsMember({"diff", "plan", "json"}))
          ->capture_default_str();
  command.add_flag_callback("--diff", [] {}, "The same as -o diff")->excludes(output);
  auto* write = command.add_flag("-w,--write", options.write, "Write the changes to the files");
  command.add_flag("--check", options.check, "Exit with 1 if anything would change")
      ->excludes(write);
  command.add_flag("-q,--quiet", options.quiet, "Do not print the changes that are not made");
}

}  // namespace structural::cli
