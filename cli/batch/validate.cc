// Operations that validate the object of {"schema": …, "object": …}, and return the errors.
#include "schema/objects/validate.h"

#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/expressions/rule_set.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::cli {
namespace {

base::Result<json::Value> MapOf(const SchemaLine& line) {
  auto object = ObjectOf(line);
  if (object.ok() && !object->is_object()) {
    return {base::ErrorCode::kInvalidInput, "the object must be a JSON object"};
  }
  return object;
}

// Returns the object before an update, which only rules use; null without one.
base::Result<json::Value> OldOf(const SchemaLine& line, base::Arena& arena) {
  if (line.old.empty() || line.old == "null") return json::Value();
  auto old = json::Parser(arena).Parse(line.old);
  if (!old.ok() || old->is_object()) return old;
  return {base::ErrorCode::kInvalidInput, "the old object must be a JSON object"};
}

void AddRules(const SchemaLine& line, const json::Value& object, const json::Value& old, base::Arena& arena,
              json::Writer& to) {
  if (line.structural == nullptr) return;
  const expressions::RuleSet rules(*line.structural);
  if (rules.empty()) return;
  to.Add("cel", kubernetes::TextsOf(rules.Run({.object = object, .old = &old}, arena).errors));
}

}  // namespace

base::Result<std::string> BatchListType(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const auto errors =
      kubernetes::TextsOf(objects::ValidateListTypes(kubernetes::ObjectPath(path), line->structural, *object).Take());
  return json::Writer().BeginObject().Add("errors", errors).EndObject().Take();
}

base::Result<std::string> BatchValidateCr(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const auto old = OldOf(*line, arena);
  if (!old.ok()) return old.error();
  const kubernetes::ObjectPath root;
  std::vector<std::string> schema;
  if (line->props != nullptr) {
    schema = kubernetes::TextsOf(objects::ValidateValue({}, *objects::CompileChecks(*line->props, arena), *object));
  }
  json::Writer to;
  to.BeginObject();
  AddRules(*line, *object, *old, arena, to);
  to.Add("listtype", kubernetes::TextsOf(objects::ValidateListTypes(root, line->structural, *object).Take()));
  to.Add("objectmeta", kubernetes::TextsOf(objects::ValidateObjectMeta(root, *object, line->structural, false).Take()));
  return to.Add("schema", schema).EndObject().Take();
}

base::Result<std::string> BatchObjectMeta(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  auto object = ObjectOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const kubernetes::ObjectPath at(path);
  const bool root = line->is_resource_root;
  const auto errors = kubernetes::TextsOf(objects::ValidateObjectMeta(at, *object, line->structural, root).Take());
  const auto coerced =
      objects::CoerceObjectMeta(at, *object, line->structural, root, objects::MalformedMetadata::kIsAnError, arena);
  json::Writer to;
  to.BeginObject();
  if (coerced.error) to.Add("coerceError", coerced.error->Text());
  to.Add("errors", errors).Add("object", *object).Key("unknown");
  coerced.unknown.empty() ? to.Add(nullptr) : to.Add(coerced.unknown);
  return to.EndObject().Take();
}

}  // namespace structural::cli
