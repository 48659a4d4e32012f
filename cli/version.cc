#include "cli/version.h"

#include <iostream>

#include "cli/command.h"

namespace structural::cli {

std::string Version() { return "structural " STRUCTURAL_VERSION " (kubernetes 1.37)"; }

std::string VersionNumber() { return STRUCTURAL_VERSION; }

std::string UserAgent() {
  return "structural/" STRUCTURAL_VERSION " (linux/" STRUCTURAL_ARCH ") structural/" + Commit();
}

void AddVersion(CLI::App& app, int*) {
  app.add_subcommand("version", "Print the version")->callback([] {
    std::cout << Version() << "\n";
  });
}

}  // namespace structural::cli
