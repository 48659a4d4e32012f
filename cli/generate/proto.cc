// RunGenerateProto: messages of Protobuf from the schemas of CRDs.
#include <algorithm>
#include <filesystem>

#include "cli/generate/kinds.h"
#include "cli/generate/output.h"
#include "cli/generate/run.h"
#include "cli/shared/exit_code.h"
#include "cli/shared/print_error.h"
#include "cli/shared/read_input.h"
#include "schema/generate/proto/package.h"

namespace structural::cli {
namespace {

namespace proto = generate::proto;

// What the file says; nothing where it is not there yet, or none is named.
base::Result<proto::Numbers> ReadNumbers(const std::string& file) {
  if (file.empty()) return proto::Numbers();
  const auto text = lint::ReadInput(file);
  if (!text.ok() && text.error().code() == base::ErrorCode::kNotFound) return proto::Numbers();
  if (!text.ok()) return text.error().In(file);
  auto numbers = proto::Numbers::Read(*text);
  if (!numbers.ok()) return numbers.error().In(file);
  return numbers;
}

int Write(const std::string& package, const std::string& text, const GenerateOptions& options) {
  if (options.output == "-") return WriteToOutput(text);
  std::string folder = package;
  std::ranges::replace(folder, '.', '/');
  return WriteToFile(std::filesystem::path(options.output) / folder / "types.proto", text);
}

}  // namespace

int RunGenerateProto(const GenerateOptions& options) {
  GenerateKinds kinds(options);
  int exit_code = kinds.Read();
  if (!Fits(kinds, options)) return kExitUsage;
  auto numbers = ReadNumbers(options.numbers);
  if (!numbers.ok()) {
    PrintError("structural generate: " + numbers.error().message());
    return kExitUsage;
  }
  for (const auto& [name, found] : kinds.all()) {
    const proto::FileText file = proto::WriteFile(KindsIn(found), options.package, *numbers);
    const bool diagnostics = ReportDiagnostics(found, file.diagnostics);
    if (diagnostics && options.strict) exit_code = std::max<int>(exit_code, kExitFailure);
    const std::string package =
        options.package.empty() ? proto::PackageOf(found.front()->kind) : options.package;
    exit_code = std::max(exit_code, Write(package, file.text, options));
  }
  if (options.numbers.empty() || kinds.all().empty()) return exit_code;
  return std::max(exit_code, WriteToFile(options.numbers, numbers->Text()));
}

}  // namespace structural::cli
