#include "cli/shared/command.h"

#include <iostream>

namespace structural::cli {

std::string Version() { return "structural " + VersionNumber() + " (kubernetes 1.37)"; }

std::string UserAgent() {
  return "structural/" + VersionNumber() + " (linux/" STRUCTURAL_ARCH ") structural/" + Commit();
}

void AddVersion(Command& app, int*) {
  app.AddSubcommand("version", "Print the version")->OnRun([] { std::cout << Version() << "\n"; });
}

}  // namespace structural::cli
