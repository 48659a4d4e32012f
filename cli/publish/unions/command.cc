// structural union from-go: prints the unions that Go types declare, in the form in which a CRD declares them.
#include "cli/shared/command.h"

#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "cli/publish/go_source/package.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/files.h"
#include "cli/shared/output.h"
#include "document/write_yaml.h"
#include "schema/json/write.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/union.h"

namespace structural::cli {
namespace {

// The options of `structural union from-go`.
struct UnionsFromGoOptions {
  std::vector<std::string> paths;    // Go files, and folders with Go files; "-" is standard input
  std::string output = "extension";  // or "annotation"
  std::string type;                  // kind of the CRD for the annotation; empty: the only kind with unions
  std::string version;               // version of the CRD for the annotation; empty: all versions
};

constexpr const char* kNone = "structural union from-go: no union found; the tags are +union and +unionDeprecated\n";
constexpr const char* kNoKind =
    "structural union from-go: no kind has unions; select a type with --type, or use -o "
    "extension\n";

void Append(const go_source::GoUnion& one, json::Writer& to) {
  to.BeginObject();
  if (one.discriminator) to.Add(unions::kDiscriminator, *one.discriminator);
  to.Key(unions::kFieldsToDiscriminateBy).BeginObject();
  for (const auto& [field, value] : one.fields) to.AnyKey(field).Add(value);
  to.EndObject().EndObject();
}

// Returns the value of the annotation as JSON with line breaks, which people can read.
std::string AnnotationText(const std::map<std::string, std::vector<go_source::GoUnion>>& pointers,
                           const std::string& version) {
  std::string text;
  json::Writer to(text);
  for (const auto& [pointer, unions] : pointers) {
    text += text.empty() ? "{" : ",\n ";
    to.AnyKey(version + pointer);
    text += " [";
    const char* separator = "\n   ";
    for (const go_source::GoUnion& one : unions) {
      text += std::exchange(separator, ",\n   ");
      Append(one, to);
    }
    text += "]";
  }
  return text + "}\n";
}

// Returns the declarations of the unions as JSON; an empty text if the package declares no unions. Adds errors to
// `diagnostics`.
std::string Declared(const go_source::Package& package, const UnionsFromGoOptions& options,
                     go_source::Diagnostics& diagnostics) {
  std::string declared;
  json::Writer to(declared);
  if (options.output == "annotation") {
    const auto pointers = go_source::UnionsByPointer(package, options.type, diagnostics);
    if (pointers.empty()) return declared;
    to.BeginObject().Key("metadata").BeginObject().Key("annotations").BeginObject();
    to.Add(unions::kep::kAnnotation, AnnotationText(pointers, options.version));
    to.EndObject().EndObject().EndObject();
    return declared;
  }
  const auto all = go_source::UnionsByType(package, diagnostics);
  if (all.empty()) return declared;
  to.BeginObject();
  for (const go_source::NamedUnions& named : all) {
    to.AnyKey(named.name).BeginObject().Key(unions::kUnionsKeyword).BeginList();
    for (const go_source::GoUnion& one : named.unions) Append(one, to);
    to.EndList().EndObject();
  }
  to.EndObject();
  return declared;
}

bool ReadFile(const Input& input, go_source::Package& package, go_source::Diagnostics& diagnostics) {
  const std::string& file = input.path;
  const auto text = ReadInput(input);
  if (!text.ok()) {
    PrintError(file + ": " + text.error().message());
    return false;
  }
  auto source = go_source::ReadSource(*text);
  if (const auto* error = std::get_if<go_source::SyntaxError>(&source)) {
    PrintError(document::PlaceText(file, error->at) + ": " + error->text);
    return false;
  }
  package.Add(file, std::get<go_source::SourceFile>(std::move(source)), diagnostics);
  return true;
}

// Adds the types in the Go files of the paths to the package. In folders, skips tests and generated files, which do not
// declare unions. Returns false if a file cannot be read.
bool ReadAll(const std::vector<std::string>& paths, go_source::Package& package, go_source::Diagnostics& diagnostics) {
  Files files(paths, {{"*.go"}, {"*_test.go", "zz_generated*"}});
  bool all_read = true;
  while (const auto file = files.Next()) all_read &= ReadFile(*file, package, diagnostics);
  for (const std::string& error : files.errors()) PrintError(error);
  return all_read && files.errors().empty();
}

// Prints the unions as YAML: x-kubernetes-unions by the name of the Go type, or metadata with the annotation. If an
// error occurs, prints only the errors, on standard error. Returns the exit code.
int RunUnionsFromGo(const UnionsFromGoOptions& options) {
  go_source::Package package;
  go_source::Diagnostics diagnostics;
  if (!ReadAll(options.paths, package, diagnostics)) return kExitUsage;
  const std::string declared = Declared(package, options, diagnostics);
  for (const go_source::Diagnostic& diagnostic : diagnostics.all()) {
    PrintError(document::PlaceText(diagnostic.file, diagnostic.at) + ": " + diagnostic.text);
  }
  if (diagnostics.has_errors()) return kExitFailure;
  if (declared.empty()) {
    std::cerr << (options.output == "annotation" ? kNoKind : kNone);
    return kExitFailure;
  }
  std::string text;
  document::AppendYaml(declared, text);
  std::cout << text << std::flush;
  return std::cout ? kExitOk : kExitFailure;
}

constexpr const char* kUnionsFooter =
    "Examples:\n"
    "  structural union from-go api/v1/types.go\n"
    "  structural union from-go -o annotation --type Machine api/v1/\n\n"
    "The command reads the tags of the KEP on union types: +union on a struct, +unionDeprecated\n"
    "and +unionDiscriminator on a field. It prints the JSON names of the fields. All files\n"
    "belong to one package; types of other packages have no unions. In folders the command\n"
    "reads *.go, except for tests and zz_generated*.\n\n"
    "-o extension prints x-kubernetes-unions for each Go type. -o annotation prints the\n"
    "annotation for a CRD, for the kind that embeds TypeMeta and ObjectMeta.\n\n"
    "Exit codes:\n"
    "  0  unions were found\n"
    "  1  no unions were found, or they have errors\n"
    "  2  wrong arguments or unreadable input\n"
    "  3  the run itself failed\n";

}  // namespace

void AddUnionFromGo(Command& unions, int* exit_code) {
  auto* command = unions.AddSubcommand("from-go", "Print the unions that Go types declare, for CRDs");
  auto options = std::make_shared<UnionsFromGoOptions>();
  AddPathArguments(*command, options->paths, "Go files, and folders with Go files; - is standard input")->Required();
  command->AddOption("-o,--output", options->output, "Output format")
      ->OneOf({"extension", "annotation"})
      ->ShowDefault();
  command->AddOption("--type", options->type, "Kind for the annotation: the name of its Go type")->TypeName("NAME");
  command->AddOption("--version", options->version, "Version of the CRD for the annotation (default: all)")
      ->TypeName("NAME");
  command->SetHelpTexts(kUnionsFooter);
  command->OnRun(
      [options, exit_code] { *exit_code = RunGuarded("union from-go", [&] { return RunUnionsFromGo(*options); }); });
}

}  // namespace structural::cli
