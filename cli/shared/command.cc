#include "cli/shared/command.h"

#include <iostream>

#include "schema/kubernetes/releases.h"

namespace structural::cli {

std::string Version() {
  return "structural " + VersionNumber() + " (kubernetes 1." + std::to_string(kubernetes::kDefaultMinor) + ")";
}

std::string UserAgent() {
  return "structural/" + VersionNumber() + " (linux/" STRUCTURAL_ARCH ") structural/" + Commit();
}

void AddVersion(Command& app, int*) {
  app.AddSubcommand("version", "Print the version")->OnRun([] { std::cout << Version() << "\n"; });
}

}  // namespace structural::cli
