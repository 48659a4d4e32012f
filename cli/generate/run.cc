#include "cli/generate/run.h"

#include <algorithm>
#include <filesystem>

#include "cli/generate/kinds.h"
#include "cli/generate/output.h"
#include "cli/shared/exit_code.h"
#include "schema/generate/go/package.h"

namespace structural::cli {
namespace {

namespace go = generate::go;

int Write(const KindsOfVersion& found, const go::PackageText& package,
          const GenerateOptions& options) {
  if (options.output == "-") return WriteToOutput(package.files.front().text);
  int exit_code = kExitOk;
  const auto folder =
      std::filesystem::path(options.output) / go::FolderOf(found.front()->kind, options.package);
  for (const go::File& file : package.files)
    exit_code = std::max(exit_code, WriteToFile(folder / file.name, file.text));
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
    const bool diagnostics = ReportDiagnostics(found, package.diagnostics);
    if (diagnostics && options.strict) exit_code = std::max<int>(exit_code, kExitFailure);
    exit_code = std::max(exit_code, Write(found, package, options));
  }
  return exit_code;
}

}  // namespace structural::cli
