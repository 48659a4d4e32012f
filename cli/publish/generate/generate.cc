// structural generate: generates Go types or Protobuf messages from the schemas of CRDs.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/publish/run.h"
#include "cli/shared/command.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/crd_files.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "cli/shared/write_file.h"
#include "document/document.h"
#include "schema/base/arena.h"
#include "schema/generate/go/package.h"
#include "schema/generate/kind.h"
#include "schema/generate/node.h"
#include "schema/generate/proto/package.h"

namespace structural::cli {
namespace {

struct GenerateOptions {
  std::vector<std::string> paths;  // files and folders; "-" is standard input
  FileFilter filter;
  std::string version;         // name of a version; empty: all versions
  std::string output_dir;      // folder for the generated files; empty: standard output
  std::string package;         // package of the generated code; empty: the name of the version
  std::string numbers;         // file with Protobuf field numbers; may be empty
  bool fail_unmapped = false;  // exit code 1 if the generated code lacks a keyword
};

// A version of a CRD for which code is generated, and the place of the CRD.
struct FoundKind {
  std::string file;
  document::Position at;
  generate::Kind kind;
};

// Kinds of one group and version, in the order of the inputs.
using KindsOfVersion = std::vector<const FoundKind*>;

// GenerateKinds: reads the versions of CRDs for which code is generated. Not thread-safe while it is filled.
class GenerateKinds {
 public:
  explicit GenerateKinds(const GenerateOptions& options) : options_(options) {}

  // Reads the files. Prints an error for each version without a structural schema. Returns the exit code.
  int Read();

  // Returns the kinds by group and version, such as "example.com/v1".
  const std::map<std::string, KindsOfVersion>& all() const { return by_version_; }

 private:
  int Add(const FileDocument& document);

  const GenerateOptions& options_;
  base::Arena arena_;
  CrdCopies copies_;
  std::deque<FoundKind> found_;
  std::map<std::string, KindsOfVersion> by_version_;
};

// Prints on standard error the keywords that the generated code lacks. Returns whether at least one keyword is lacking.
// `diagnostics` has an element for each kind, in the same order.
bool ReportDiagnostics(const KindsOfVersion& kinds, const std::vector<generate::Diagnostics>& diagnostics);

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found);

// Returns whether the output can have the packages of all kinds; otherwise prints an error. Standard output, and an
// output with --package, can have only one package, which is one group and version.
bool Fits(const GenerateKinds& kinds, const GenerateOptions& options);

// Writes the text to standard output. Prints an error if the write fails. Returns the exit code.
int WriteToOutput(std::string_view text);

void Report(const FoundKind& found, const std::string& text) {
  std::string line(found.kind.resource.crd_name);
  line.append(" ").append(found.kind.version).append(": ").append(text);
  PrintError(found.file + ":" + std::to_string(found.at.line) + ": " + Printable(line));
}

// Returns advice on how to select one of several packages: with --version if a version occurs in only one package,
// otherwise by naming the files of one group.
std::string HowToSelect(const GenerateKinds& kinds, const GenerateOptions& options) {
  std::map<std::string_view, std::size_t> packages;  // number of packages by version
  for (const auto& [name, found] : kinds.all()) ++packages[found.front()->kind.version];
  const auto alone = std::ranges::find_if(packages, [](const auto& each) { return each.second == 1; });
  if (!options.version.empty() || alone == packages.end()) return "name the files of one group";
  return "select one with --version " + std::string(alone->first);
}

int GenerateKinds::Add(const FileDocument& document) {
  if (!document.IsCrd()) return kExitOk;
  auto kinds = generate::ReadKinds(document.json, arena_);
  if (!kinds.ok()) {
    ReportError(document, kinds.error());
    return kExitUsage;
  }
  int exit_code = kExitOk;
  for (generate::Kind& kind : *kinds) {
    if (!options_.version.empty() && options_.version != kind.version) continue;
    const generate::Resource& resource = kind.resource;
    const auto copy = copies_.Add(document, resource.group, kind.version, resource.kind);
    if (copy == CrdCopies::CopyKind::kDifferent) exit_code = kExitUsage;
    if (copy != CrdCopies::CopyKind::kFirst) continue;
    found_.push_back({document.file, document.at, std::move(kind)});
    const FoundKind& found = found_.back();
    for (const std::string& reason : found.kind.refusal_reasons) Report(found, "no code is generated: " + reason);
    if (!found.kind.refusal_reasons.empty()) {
      exit_code = std::max<int>(exit_code, kExitFailure);
      continue;
    }
    const std::string group(found.kind.resource.group);
    by_version_[group + "/" + std::string(found.kind.version)].push_back(&found);
  }
  return exit_code;
}

int GenerateKinds::Read() {
  const int exit_code = VisitDocuments(
      options_.paths, [this](const FileDocument& document, base::Arena&) { return Add(document); }, options_.filter);
  if (exit_code != kExitOk || !by_version_.empty()) return exit_code;
  std::cerr << "structural generate: no CRD in the files has "
            << (options_.version.empty() ? "a version" : "the version " + options_.version) << "\n";
  return kExitUsage;
}

bool ReportDiagnostics(const KindsOfVersion& kinds, const std::vector<generate::Diagnostics>& diagnostics) {
  bool any = false;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    for (const generate::Diagnostic& diagnostic : diagnostics[i]) {
      any = true;
      Report(*kinds[i], diagnostic.path + ": not mapped: " + diagnostic.text);
    }
  }
  return any;
}

std::vector<const generate::Kind*> KindsIn(const KindsOfVersion& found) {
  std::vector<const generate::Kind*> kinds;
  for (const FoundKind* kind : found) kinds.push_back(&kind->kind);
  return kinds;
}

bool Fits(const GenerateKinds& kinds, const GenerateOptions& options) {
  const bool one = options.output_dir.empty() || !options.package.empty();
  if (!one || kinds.all().size() < 2) return true;
  std::string names;
  for (const auto& [name, found] : kinds.all()) names.append(" ").append(name);
  PrintError("structural generate: the CRDs have " + std::to_string(kinds.all().size()) + " packages:" + names + "; " +
             HowToSelect(kinds, options) + ", or write all to a folder with --output-dir" +
             (options.package.empty() ? "" : " and without --package"));
  return false;
}

int WriteToOutput(std::string_view text) {
  std::cout << text;
  if (std::cout.flush()) return kExitOk;
  std::cerr << "structural generate: cannot write the output\n";
  return kExitInternal;
}

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

// Returns the field numbers in the file. Returns no numbers if the file does not exist, or `file` is empty.
base::Result<proto::FieldNumberTable> ReadNumbers(const std::string& file) {
  if (file.empty()) return proto::FieldNumberTable();
  const auto text = ReadInput(file);
  if (!text.ok() && text.error().code() == base::ErrorCode::kNotFound) return proto::FieldNumberTable();
  if (!text.ok()) return text.error().In(file);
  auto numbers = proto::FieldNumberTable::Read(*text);
  if (!numbers.ok()) return numbers.error().In(file);
  return numbers;
}

int Write(const std::string& package, const std::string& text, const GenerateOptions& options) {
  if (options.output_dir.empty()) return WriteToOutput(text);
  std::string folder = package;
  std::ranges::replace(folder, '.', '/');
  return WriteInFolder("generate", options.output_dir, std::filesystem::path(folder) / "types.proto", text);
}

// Writes Go types for the CRDs in the files, and reports the keywords that they lack. Returns the exit code. 0: all
// types were written. 1: for at least one version, no types could be written; with `fail_unmapped`, also if the types
// lack a keyword. 2: an input cannot be read, the inputs have no CRD, or the output cannot have several packages. 3: a
// file cannot be written.
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

// Writes a Protobuf file for each group and version. Returns the same exit codes as RunGenerateGo.
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
  if (const std::string& message = numbers->exhausted_message(); !message.empty()) {
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

constexpr const char* kGoFooter =
    "Examples:\n"
    "  structural generate go crd.yaml > api/v1/types.go\n"
    "  structural generate go --output-dir api config/crd\n"
    "  kubectl get crd machines.example.com -o yaml | structural generate go --version v1 -\n\n"
    "controller-gen generates the same schemas from the types, except for the differences in\n"
    "docs/generate.md. The command reports keywords without a type or marker, such as oneOf, on\n"
    "standard error, and writes a comment in their place. Each group and version is a package.\n"
    "In a folder it is GROUP/VERSION with a file per kind; on standard output it is one file.\n\n"
    "Exit codes:\n"
    "  0  all code is written\n"
    "  1  a version is not structural, or with --fail-unmapped a keyword is not mapped\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

constexpr const char* kProtoFooter =
    "Examples:\n"
    "  structural generate proto crd.yaml > machine.proto\n"
    "  structural generate proto --output-dir proto --numbers proto/numbers.json config/crd\n\n"
    "The JSON of a message is the JSON of the object, except for IntOrString and Quantity,\n"
    "which are Kubernetes' messages. Values of any type become Value, Struct or ListValue.\n"
    "Protobuf cannot express constraints and defaults. Fields are numbered in the order of\n"
    "their names. With --numbers they keep their numbers: the command reads the file and adds\n"
    "new fields to it. Store it with the CRD.\n\n"
    "Exit codes:\n"
    "  0  all code is written\n"
    "  1  a version is not structural, or with --fail-unmapped a keyword is not mapped\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

using Run = int (*)(const GenerateOptions&);

Command* Add(Command& generate, const char* name, const char* help, Run run,
             const std::shared_ptr<GenerateOptions>& options, int* exit_code) {
  auto* command = generate.AddSubcommand(name, help);
  AddInputFlags(*command, options->paths, options->filter);
  command->AddOption("--version", options->version, "Only this version (default: all)")->TypeName("VERSION");
  command->AddOption("--output-dir", options->output_dir, "Write the files to this folder (default: print them)")
      ->TypeName("FOLDER");
  command->AddOption("--package", options->package, "Name of the package (default: from group and version)")
      ->TypeName("NAME");
  command->AddFlag("--fail-unmapped", options->fail_unmapped, "Exit with 1 if a keyword is not mapped");
  command->OnRun([=] { *exit_code = RunGuarded("generate", [&] { return run(*options); }); });
  return command;
}

std::string CheckGoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool good = !name.empty() && letter(name.front()) &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
  return good ? "" : "a package name consists of lower-case letters, digits and _";
}

std::string CheckProtoName(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || c == '_'; };
  char before = '.';
  for (const char c : name) {
    if (!(letter(c) || (before != '.' && (digit(c) || c == '.'))))
      return "a package name consists of letters, digits and _, in parts separated by dots";
    before = c;
  }
  return before == '.' ? "a package name cannot end with a dot" : "";
}

void AddGo(Command& generate, int* exit_code) {
  auto* command = Add(generate, "go", "Print Go types with markers for controller-gen", RunGenerateGo,
                      std::make_shared<GenerateOptions>(), exit_code);
  command->Find("--package")->Check(CheckGoName);
  command->SetHelpTexts(kGoFooter);
}

void AddProto(Command& generate, int* exit_code) {
  const auto options = std::make_shared<GenerateOptions>();
  auto* command = Add(generate, "proto", "Print Protobuf messages", RunGenerateProto, options, exit_code);
  command->Find("--package")->Check(CheckProtoName);
  command->AddOption("--numbers", options->numbers, "File that stores the numbers of fields")->TypeName("FILE");
  command->SetHelpTexts(kProtoFooter);
}

}  // namespace

void AddGenerate(Command& app, int* exit_code) {
  auto* command = app.AddSubcommand("generate", "Generate code from the schemas of CRDs");
  command->RequireSubcommand();
  command->SetHelpTexts(
      "Examples:\n  structural generate go crd.yaml > api/v1/types.go\n"
      "  structural generate proto crd.yaml > machine.proto\n");
  AddGo(*command, exit_code);
  AddProto(*command, exit_code);
}

}  // namespace structural::cli
