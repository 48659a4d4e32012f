#include "cli/generate/output.h"

#include <iostream>

#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "files/replace_file.h"

namespace structural::cli {

bool Fits(const GenerateKinds& kinds, const GenerateOptions& options) {
  const bool one = options.output == "-" || !options.package.empty();
  if (!one || kinds.all().size() < 2) return true;
  std::string names;
  for (const auto& [name, found] : kinds.all()) names.append(" ").append(name);
  PrintError("structural generate: the CRDs have " + std::to_string(kinds.all().size()) +
             " packages:" + names +
             "; select one with --version, or write all to a folder with -o and without --package");
  return false;
}

int WriteToFile(const std::filesystem::path& path, std::string_view text) {
  std::error_code failed;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), failed);
  const auto written = failed ? base::Status(base::ErrorCode::kInvalidInput,
                                             path.parent_path().string() + ": " + failed.message())
                              : files::ReplaceFile(path.string(), {text});
  if (written.ok()) return kExitOk;
  PrintError("structural generate: " + written.error().message());
  return kExitInternal;
}

int WriteToOutput(std::string_view text) {
  std::cout << text;
  if (std::cout.flush()) return kExitOk;
  std::cerr << "structural generate: cannot write the output\n";
  return kExitInternal;
}

}  // namespace structural::cli
