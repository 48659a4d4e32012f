#include "cli/publish/generate/run.h"

#include <algorithm>
#include <filesystem>

#include "cli/shared/output.h"
#include "cli/shared/write_file.h"
#include "schema/generate/go/package.h"
#include "schema/generate/proto/package.h"

namespace structural::cli {
namespace {

namespace go = generate::go;
namespace proto = generate::proto;

int Write(const KindsOfVersion& found, const go::PackageText& package, const GenerateOptions& options) {
  if (options.output_dir.empty()) return WriteToOutput(package.files.front().text);
  int exit_code = kExitOk;
  const std::filesystem::path folder = go::FolderOf(found.front()->kind, options.package);
  for (const go::File& file : package.files)
    exit_code = std::max(exit_code, WriteInFolder("generate", options.output_dir, folder / file.name, file.text));
  return exit_code;
}

// Returns the numbers in the file; empty if it does not exist, or `file` is empty.
base::Result<proto::Numbers> ReadNumbers(const std::string& file) {
  if (file.empty()) return proto::Numbers();
  const auto text = ReadInput(file);
  if (!text.ok() && text.error().code() == base::ErrorCode::kNotFound) return proto::Numbers();
  if (!text.ok()) return text.error().In(file);
  auto numbers = proto::Numbers::Read(*text);
  if (!numbers.ok()) return numbers.error().In(file);
  return numbers;
}

int Write(const std::string& package, const std::string& text, const GenerateOptions& options) {
  if (options.output_dir.empty()) return WriteToOutput(text);
  std::string folder = package;
  std::ranges::replace(folder, '.', '/');
  return WriteInFolder("generate", options.output_dir, std::filesystem::path(folder) / "types.proto", text);
}

}  // namespace

int RunGenerateGo(const GenerateOptions& options) {
  GenerateKinds kinds(options);
  int exit_code = kinds.Read();
  if (!Fits(kinds, options)) return kExitUsage;
  for (const auto& [name, found] : kinds.all()) {
    const go::PackageText package = options.output_dir.empty() ? go::WriteOneFile(KindsIn(found), options.package)
                                                               : go::WritePackage(KindsIn(found), options.package);
    const bool diagnostics = ReportDiagnostics(found, package.diagnostics);
    if (diagnostics && options.fail_unmapped) exit_code = std::max<int>(exit_code, kExitFailure);
    exit_code = std::max(exit_code, Write(found, package, options));
  }
  return exit_code;
}

int RunGenerateProto(const GenerateOptions& options) {
  GenerateKinds kinds(options);
  int exit_code = kinds.Read();
  if (!Fits(kinds, options)) return kExitUsage;
  auto numbers = ReadNumbers(options.numbers);
  if (!numbers.ok()) {
    PrintError("structural generate: " + numbers.error().message());
    return kExitUsage;
  }
  std::vector<proto::FileText> files;
  for (const auto& each : kinds.all())
    files.push_back(proto::WriteFile(KindsIn(each.second), options.package, *numbers));
  if (const std::string& message = numbers->exhausted(); !message.empty()) {
    PrintError("structural generate: " + options.numbers + ": " + message +
               ": the highest number that Protobuf allows is used, so a new field gets none");
    return kExitUsage;
  }
  auto next = files.cbegin();
  for (const auto& [name, found] : kinds.all()) {
    const proto::FileText& file = *next++;
    const bool diagnostics = ReportDiagnostics(found, file.diagnostics);
    if (diagnostics && options.fail_unmapped) exit_code = std::max<int>(exit_code, kExitFailure);
    const std::string package = options.package.empty() ? proto::PackageOf(found.front()->kind) : options.package;
    exit_code = std::max(exit_code, Write(package, file.text, options));
  }
  if (options.numbers.empty() || kinds.all().empty()) return exit_code;
  return std::max(exit_code, WriteToFile("generate", options.numbers, numbers->Text()));
}

}  // namespace structural::cli
