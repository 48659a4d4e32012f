#include "cli/unions/from_go.h"

#include <iostream>
#include <variant>

#include <nlohmann/json.hpp>

#include "cli/shared/dump_json.h"
#include "cli/shared/exit_code.h"
#include "cli/shared/files.h"
#include "cli/shared/print_error.h"
#include "cli/shared/read_input.h"
#include "cli/unions/go/declare.h"
#include "document/write_yaml.h"
#include "schema/unions/kep/annotation.h"
#include "schema/unions/union.h"

namespace structural::cli {
namespace {

using nlohmann::ordered_json;

constexpr const char* kNone =
    "structural unions from-go: no union found; the tags are +union and +unionDeprecated\n";
constexpr const char* kNoKind =
    "structural unions from-go: no kind has unions; select a type with --type, or use -o "
    "extension\n";

ordered_json AsJson(const std::vector<go_source::GoUnion>& unions) {
  ordered_json list = ordered_json::array();
  for (const go_source::GoUnion& one : unions) {
    ordered_json entry = ordered_json::object();
    if (one.discriminator) entry[std::string(unions::kDiscriminator)] = *one.discriminator;
    entry[std::string(unions::kFieldsToDiscriminateBy)] = one.fields;
    list.push_back(std::move(entry));
  }
  return list;
}

// Lines as people would write them.
std::string AnnotationText(const std::map<std::string, std::vector<go_source::GoUnion>>& pointers,
                           const std::string& version) {
  std::string text;
  for (const auto& [pointer, unions] : pointers) {
    text += text.empty() ? "{" : ",\n ";
    text += lint::DumpJson(version + pointer) + ": [";
    const char* separator = "\n   ";
    for (const ordered_json& one : AsJson(unions)) {
      text += std::exchange(separator, ",\n   ") + lint::DumpJson(one);
    }
    text += "]";
  }
  return text + "}\n";
}

// null: there is nothing to print.
ordered_json Declared(const go_source::Package& package, const UnionsFromGoOptions& options,
                      go_source::Diagnostics& diagnostics) {
  ordered_json declared;
  if (options.output == "annotation") {
    const auto pointers = go_source::ByPointer(package, options.type, diagnostics);
    if (pointers.empty()) return declared;
    const std::string key(unions::kep::kAnnotation);
    declared["metadata"]["annotations"][key] = AnnotationText(pointers, options.version);
    return declared;
  }
  for (const go_source::NamedUnions& named : go_source::ByType(package, diagnostics)) {
    declared[named.name][std::string(unions::kUnions)] = AsJson(named.unions);
  }
  return declared;
}

bool ReadFile(const lint::Input& input, go_source::Package& package,
              go_source::Diagnostics& diagnostics) {
  const std::string& file = input.path;
  const auto text = lint::ReadInput(input);
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

// Tests are no API, and what is generated has no tags.
bool ReadAll(const std::vector<std::string>& paths, go_source::Package& package,
             go_source::Diagnostics& diagnostics) {
  lint::Files files(paths, {{"*.go"}, {"*_test.go", "zz_generated*"}});
  bool all_read = true;
  while (const auto file = files.Next()) all_read &= ReadFile(*file, package, diagnostics);
  for (const std::string& error : files.errors()) PrintError(error);
  return all_read && files.errors().empty();
}

}  // namespace

int RunUnionsFromGo(const UnionsFromGoOptions& options) {
  go_source::Package package;
  go_source::Diagnostics diagnostics;
  if (!ReadAll(options.paths, package, diagnostics)) return kExitUsage;
  const ordered_json declared = Declared(package, options, diagnostics);
  for (const go_source::Diagnostic& diagnostic : diagnostics.all()) {
    PrintError(document::PlaceText(diagnostic.file, diagnostic.at) + ": " + diagnostic.text);
  }
  if (diagnostics.has_errors()) return kExitFailure;
  if (declared.is_null()) {
    std::cerr << (options.output == "annotation" ? kNoKind : kNone);
    return kExitFailure;
  }
  std::string text;
  document::AppendYaml(lint::DumpJson(declared), text);
  std::cout << text << std::flush;
  return std::cout ? kExitOk : kExitFailure;
}

}  // namespace structural::cli
