#include "cli/objects_run.h"

#include <algorithm>
#include <iostream>
#include <utility>
#include <variant>

#include "cli/command.h"
#include "cli/crd_schemas.h"
#include "cli/lint/files.h"
#include "cli/lint/locate.h"
#include "cli/lint/read_input.h"
#include "document/reader.h"
#include "schema/ops/default.h"
#include "schema/ops/list_type.h"
#include "schema/ops/object_meta.h"
#include "schema/ops/parse.h"
#include "schema/ops/prune.h"
#include "schema/ops/validate.h"
#include "schema/ops/write.h"

namespace structural::cli {
namespace {

using document::Document;
using ops::Value;

// One object in a file.
class ObjectRun {
 public:
  ObjectRun(const std::string& file, const Document& document, base::Arena& arena)
      : file_(file), document_(document), tree_(document.json), arena_(arena) {}

  // False where something is wrong.
  bool Run(ObjectsTask task, const CrdSchemas& schemas);

 private:
  bool Say(std::string_view path, std::string_view text);
  void Prune(Value& object, const ResourceSchema& schema, bool tell);
  bool Default(Value& object, const ResourceSchema& schema);
  bool Validate(Value& object, const ResourceSchema& schema);
  void Print(const Value& object);

  const std::string& file_;
  const Document& document_;
  document::Tree tree_;
  base::Arena& arena_;
};

// At the place that the path names, or the last one on the way that is there.
bool ObjectRun::Say(std::string_view path, std::string_view text) {
  const auto place = lint::Locate(tree_, document::Tree::kRoot, path == "<nil>" ? "" : path);
  const document::Position at = document_.At(tree_.Offset(place.node));
  std::cerr << file_ << ":" << at.line << ":" << at.column << ": " << text << "\n";
  return false;
}

void ObjectRun::Prune(Value& object, const ResourceSchema& schema, bool tell) {
  if (schema.preserve_unknown_fields) return;
  std::vector<std::string> dropped;
  ops::Prune(object, schema.structural, true, &dropped);
  if (!tell) return;
  for (const std::string& path : dropped) Say(path, path + ": not specified, dropped");
}

bool ObjectRun::Default(Value& object, const ResourceSchema& schema) {
  Prune(object, schema, false);
  if (schema.preserve_unknown_fields) return true;  // such a CRD has no defaults
  ops::PruneNulls(object, schema.structural);
  const auto done = ops::Default(object, schema.structural, arena_);
  return done.ok() || Say("", done.error().message());
}

// As the server: what was pruned and defaulted.
bool ObjectRun::Validate(Value& object, const ResourceSchema& schema) {
  bool fine = Default(object, schema);
  const ops::ObjectPath root;
  std::vector<std::string> errors;
  if (schema.checks != nullptr) errors = ops::ValidateValue("", *schema.checks, object);
  for (auto& error : ops::ValidateObjectMeta(root, object, schema.structural, true)) {
    errors.push_back(std::move(error));
  }
  for (auto& error : ops::ValidateListTypes(root, schema.structural, object)) {
    errors.push_back(std::move(error));
  }
  for (const std::string& error : errors) {
    fine = Say(std::string_view(error).substr(0, error.find(": ")), error);
  }
  if (schema.structural != nullptr && ops::HasRules(*schema.structural)) {
    Say("", "notice: x-kubernetes-validations are not evaluated");
  }
  return fine;
}

void ObjectRun::Print(const Value& object) {
  std::string text;
  ops::AppendJson(object, text);
  std::cout << "---\n" << text << "\n";
}

bool ObjectRun::Run(ObjectsTask task, const CrdSchemas& schemas) {
  const auto parsed = ops::Parser(arena_).Parse(document_.json);
  if (!parsed.ok()) return Say("", parsed.error().message());
  Value object = *parsed;
  if (object.is_null()) return true;
  const Value* version = object.Find("apiVersion");
  const Value* kind = object.Find("kind");
  if (version == nullptr || kind == nullptr || !version->is_string() || !kind->is_string()) {
    return Say("", "no object: apiVersion or kind is missing");
  }
  const ResourceSchema* schema = schemas.Find(version->text(), kind->text());
  if (schema == nullptr) {
    return Say("apiVersion",
               "no CRD has " + std::string(kind->text()) + " in " + std::string(version->text()));
  }
  if (!schema->unusable.empty()) {
    return Say("", "the CRD has no structural schema: " + schema->unusable);
  }
  if (task == ObjectsTask::kValidate) return Validate(object, *schema);
  if (task == ObjectsTask::kPrune) Prune(object, *schema, true);
  const bool fine = task == ObjectsTask::kPrune || Default(object, *schema);
  Print(object);
  return fine;
}

int RunFile(const std::string& file, ObjectsTask task, const CrdSchemas& schemas) {
  const auto text = lint::ReadInput(file);
  if (!text.ok()) {
    std::cerr << file << ": " << text.error().message() << "\n";
    return kExitUsage;
  }
  int exit_code = kExitOk;
  base::Arena arena;
  document::Reader reader(*text);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      std::cerr << file << ":" << problem->at.line << ":" << problem->at.column << ": "
                << problem->message << "\n";
      exit_code = kExitUsage;
      continue;
    }
    ObjectRun run(file, std::get<Document>(*next), arena);
    if (!run.Run(task, schemas)) exit_code = std::max<int>(exit_code, kExitFailure);
    arena.Reset();
  }
  return exit_code;
}

}  // namespace

int RunObjects(const ObjectsOptions& options) {
  CrdSchemas schemas;
  for (const std::string& path : options.crds) {
    const auto read = schemas.Read(path);
    if (read.ok()) continue;
    std::cerr << read.error().message() << "\n";
    return kExitUsage;
  }
  int exit_code = kExitOk;
  lint::Files files(options.paths, {});
  while (const auto file = files.Next()) {
    exit_code = std::max(exit_code, RunFile(*file, options.task, schemas));
  }
  for (const std::string& error : files.errors()) std::cerr << error << "\n";
  if (!std::cout.flush()) {
    std::cerr << "structural: cannot write the objects\n";
    return kExitFailure;
  }
  return files.errors().empty() ? exit_code : kExitUsage;
}

}  // namespace structural::cli
