#include "cli/shared/crd_files.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <variant>

#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/tree.h"
#include "document/write_yaml.h"
#include "schema/json/members.h"
#include "schema/json/value.h"
#include "schema/unions/kep/crd_unions.h"
#include "schema/unions/kep/declaration.h"

namespace structural::cli {
namespace {

using Visit = std::function<int(const FileDocument&, base::Arena&)>;
using json::Value;

// A document, and the file that contains it.
struct Part {
  const std::string& file;
  const document::Document& document;
};

int VisitJson(const Part& part, std::string_view json, const Visit& visit, base::Arena& arena) {
  const auto value = json::Parser(arena).Parse(json);
  const FileDocument found{part.file, part.document, json, value.ok() ? *value : json::Value()};
  if (!value.ok()) {
    ReportError(found, value.error());
    return kExitUsage;
  }
  return value->is_null() ? kExitOk : visit(found, arena);
}

int VisitFile(const Input& file, const Visit& visit, SkippedFiles& skipped, SearchedKind what) {
  const auto text = ReadInput(file);
  if (text.ok()) return VisitText(file, *text, visit, skipped, what);
  PrintError(file.path + ": " + text.error().message());
  return kExitUsage;
}

Value SchemaIn(const Value* around) {
  const Value* found = Below(around, "openAPIV3Schema");
  return found == nullptr ? Value() : *found;
}

base::Error Unusable(const unions::kep::UnionError& error) {
  return {base::ErrorCode::kInvalidInput, error.path + ": " + error.text};
}

}  // namespace

bool FileDocument::IsCrd() const {
  const DocumentHead head = ReadHead(json);
  if (!head.IsCrd() && !head.IsCrdWithWrongKind()) return false;
  const document::Tree tree(json);
  return !IsPatch(tree, document::Tree::kRoot);
}

bool EqualForObjects(const Value& crd, const Value& other) {
  return std::ranges::all_of(std::array{"apiVersion", "spec"}, [&](std::string_view key) {
    const Value *one = crd.Find(key), *two = other.Find(key);
    return one == nullptr || two == nullptr ? one == two : Equal(*one, *two);
  });
}

void ReportError(const FileDocument& document, const base::Error& error) {
  auto [offset, message] = LocateDecodeError(document.json, error);
  const document::Position at = document.At(offset);
  std::string place = document.file + ":" + std::to_string(at.line);
  if (offset != 0) {
    place += ":" + std::to_string(at.column);
    message += ImplicitScalarNote(document.whole_document, at);
  }
  PrintError(place + ": " + Printable(message));
}

void ReportError(const FileDocument& document, std::string_view text) {
  ReportError(document, base::Error(base::ErrorCode::kInvalidInput, std::string(text)));
}

int VisitText(const Input& file, std::string_view text, const Visit& visit, SkippedFiles& skipped, SearchedKind what) {
  int exit_code = kExitOk;
  base::Arena arena;
  InputReader reader(text, file.in_folder, what);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      PrintError(file.path + ":" + std::to_string(problem->at.line) + ": " + problem->message);
      exit_code = kExitUsage;
      continue;
    }
    const auto& document = std::get<document::Document>(*next);
    if (const std::string_view bare = BareCrdOf(document.json); !bare.empty()) {
      ReportError({file.path, document, bare, json::Value()}, kBareCrd);
      exit_code = kExitUsage;
    }
    for (const std::string_view json : ItemsOf(document.json)) {
      exit_code = std::max(exit_code, VisitJson({file.path, document}, json, visit, arena));
      arena.Reset();
    }
  }
  skipped.Add(file.path, reader.skipped(), file.chart);
  return exit_code;
}

int VisitDocuments(const std::vector<std::string>& paths, const Visit& visit, const FileFilter& filter,
                   SearchedKind what) {
  int exit_code = kExitOk;
  SkippedFiles skipped;
  Files files(paths, filter);
  while (const auto file = files.Next()) exit_code = std::max(exit_code, VisitFile(*file, visit, skipped, what));
  for (const std::string& note : files.notes()) PrintError(note);
  for (const std::string& error : files.errors()) PrintError(error);
  skipped.PrintSentence();
  return files.errors().empty() ? exit_code : kExitUsage;
}

base::Status VisitRevision(const GitQuery& query, const std::vector<std::string>& paths, const Visit& visit,
                           SearchedKind what) {
  int exit_code = kExitOk;
  SkippedFiles skipped;
  for (const std::string& path : paths) {
    const base::Status visited = VisitFilesIn(query, {path}, [&](const GitFile& file) {
      exit_code = std::max(exit_code, VisitText({file.path, true}, file.text, visit, skipped, what));
    });
    if (!visited.ok()) return visited;
  }
  skipped.PrintSentence();
  if (exit_code == kExitOk) return base::Ok();
  return {base::ErrorCode::kInvalidInput, kPartUnreadable};
}

void DocumentPrinter::Print(std::string_view json) const {
  std::string text;
  if (json_) {
    text.append(json).append("\n");
  } else {
    document::AppendYaml(json, text = "---\n");
  }
  std::cout << text;
}

int DocumentPrinter::Finish(int exit_code) const {
  if (std::cout.flush()) return exit_code;
  std::cerr << "structural: cannot write the output\n";
  return kExitInternal;
}

Value WrittenSchema(const Value* spec, std::string_view version) {
  if (spec == nullptr) return {};
  for (const Value& each : ElementsOf(spec->Find("versions"))) {
    const Value own = SchemaIn(each.Find("schema"));
    if (TextOf(each.Find("name")) == version && !own.is_null()) return own;
  }
  return SchemaIn(spec->Find("validation"));
}

base::Result<json::Value> KepSchemaOf(const FileDocument& document, const crd::CustomResourceDefinition& crd,
                                      std::string_view version, base::Arena& arena) {
  const auto unions = unions::kep::ReadCrdUnions(document.json, crd, arena);
  if (const auto* refused = unions.first_error()) return Unusable(*refused);
  const json::Value with_unions = unions.SchemaOf(version);
  if (!with_unions.is_null()) return with_unions;
  return WrittenSchema(document.value.Find("spec"), version);
}

base::Status CheckUnionsOf(const json::Value& schema) {
  for (const auto& error : unions::kep::CheckUnions(schema)) {
    if (!IsAdvice(error)) return Unusable(error);
  }
  return base::Ok();
}

}  // namespace structural::cli
