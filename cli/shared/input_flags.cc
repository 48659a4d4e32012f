#include "cli/shared/input_flags.h"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace structural::cli {

void AddInputFlags(CLI::App& command, std::vector<std::string>& paths, lint::FileFilter& filter) {
  command.add_option("PATH", paths, "Files and folders; - is standard input")->required();
  command
      .add_option("--include", filter.include,
                  "Globs of files to read in folders (default: *.yaml, *.yml, *.json); repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command
      .add_option("--exclude", filter.exclude,
                  "Globs of files and folders to skip in folders; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB");
  command.add_flag_callback(
      "--no-gitignore", [&filter] { filter.gitignore = false; },
      "Also read files that .gitignore files exclude");
}

void AddCrdFlags(CLI::App& command, std::vector<std::string>& paths, std::string& version) {
  command
      .add_option("PATH", paths, "Files and folders with CRDs, YAML or JSON; - is standard input")
      ->required();
  command.add_option("--version", version, "Only this version (default: all)")
      ->type_name("VERSION");
}

bool OneStandardInput(const std::vector<std::string>& inputs) {
  return std::ranges::count(inputs, "-") < 2;
}

}  // namespace structural::cli
