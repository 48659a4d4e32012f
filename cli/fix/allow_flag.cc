#include "cli/fix/allow_flag.h"

#include <string>

#include <CLI/CLI.hpp>

namespace structural::cli {

CLI::Option* AddAllowFlag(CLI::App& command, fix::ChangeImpact& most) {
  const auto allow = [&most](const std::string& name) { most = *fix::ImpactNamed(name); };
  return command
      .add_option_function<std::string>("--allow", allow,
                                        "Class of changes to make; includes the classes before it")
      ->check(CLI::IsMember({"same", "typed", "wider"}))
      ->default_str("same");
}

}  // namespace structural::cli
