#include "cli/shared/command.h"

#include <iostream>

#include <CLI/CLI.hpp>

namespace structural::cli {

std::string Version() { return "structural " + VersionNumber() + " (kubernetes 1.37)"; }

std::string UserAgent() {
  return "structural/" + VersionNumber() + " (linux/" STRUCTURAL_ARCH ") structural/" + Commit();
}

void AddVersion(CLI::App& app, int*) {
  app.add_subcommand("version", "Print the version")->callback([] {
    std::cout << Version() << "\n";
  });
}

}  // namespace structural::cli
