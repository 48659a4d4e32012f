#include "cli/generate_run.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/command.h"
#include "cli/generate_kinds.h"
#include "cli/lint/read_input.h"
#include "schema/generate/go/package.h"

namespace structural::cli {
namespace {

namespace go = generate::go;

// Whether all of it fits where it is to go.
bool Fits(const GenerateKinds& kinds, const GenerateOptions& options) {
  const bool one = options.output == "-" || !options.package.empty();
  if (!one || kinds.all().size() < 2) return true;
  std::cerr << "structural generate: the CRDs have " << kinds.all().size() << " packages:";
  for (const auto& [name, found] : kinds.all()) std::cerr << " " << name;
  std::cerr << "; take one with --version, or let all be written into a folder, with -o and "
               "without --package\n";
  return false;
}

int WriteFile(const std::filesystem::path& path, std::string_view text) {
  std::error_code failed;
  std::filesystem::create_directories(path.parent_path(), failed);
  const auto written = failed ? base::Status(base::ErrorCode::kInvalidInput,
                                             path.parent_path().string() + ": " + failed.message())
                              : lint::WriteOutput(path.string(), text);
  if (written.ok()) return kExitOk;
  std::cerr << "structural generate: " << written.error().message() << "\n";
  return kExitInternal;
}

int Write(const KindsOfVersion& found, const go::PackageText& package,
          const GenerateOptions& options) {
  if (options.output == "-") {
    std::cout << package.files.front().text;
    return std::cout.flush() ? kExitOk : kExitInternal;
  }
  int exit_code = kExitOk;
  const auto folder =
      std::filesystem::path(options.output) / go::FolderOf(found.front()->kind, options.package);
  for (const go::File& file : package.files)
    exit_code = std::max(exit_code, WriteFile(folder / file.name, file.text));
  return exit_code;
}

}  // namespace

int RunGenerateGo(const GenerateOptions& options) {
  GenerateKinds kinds(options);
  int exit_code = kinds.Read();
  if (!Fits(kinds, options)) return kExitUsage;
  for (const auto& [name, found] : kinds.all()) {
    const go::PackageText package = options.output == "-"
                                        ? go::WriteOneFile(KindsIn(found), options.package)
                                        : go::WritePackage(KindsIn(found), options.package);
    const bool remarks = TellRemarks(found, package.remarks);
    if (remarks && options.strict) exit_code = std::max<int>(exit_code, kExitFailure);
    exit_code = std::max(exit_code, Write(found, package, options));
  }
  return exit_code;
}

}  // namespace structural::cli
