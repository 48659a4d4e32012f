// Operations that tell what is wrong with an object: {"schema": …, "object": …} -> the errors.
#include "schema/objects/validate.h"

#include "cli/batch/answer.h"
#include "cli/batch/batch.h"
#include "cli/shared/schema_line.h"
#include "schema/json/parse.h"
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

// What an update replaces must be readable, though only rules would look at it.
base::Status CheckOld(const SchemaLine& line, base::Arena& arena) {
  if (line.old.empty() || line.old == "null") return base::Ok();
  const auto old = json::Parser(arena).Parse(line.old);
  if (!old.ok()) return old.error();
  if (old->is_object()) return base::Ok();
  return {base::ErrorCode::kInvalidInput, "the old object must be a JSON object"};
}

}  // namespace

base::Result<std::string> BatchListType(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const auto errors =
      objects::ValidateListTypes(objects::ObjectPath(path), line->structural, *object);
  std::string answer = "{\"errors\":";
  AppendTexts(errors, answer);
  return answer += '}';
}

base::Result<std::string> BatchValidateCr(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  const auto object = MapOf(*line);
  if (!object.ok()) return object.error();
  const base::Status old = CheckOld(*line, arena);
  if (!old.ok()) return old.error();
  const objects::ObjectPath root;
  std::vector<std::string> schema;
  if (line->props != nullptr) {
    schema = objects::ValidateValue("", *objects::CompileChecks(*line->props, arena), *object);
  }
  std::string answer = "{\"listtype\":";
  AppendTexts(objects::ValidateListTypes(root, line->structural, *object), answer);
  AppendTexts(objects::ValidateObjectMeta(root, *object, line->structural, false),
              answer += ",\"objectmeta\":");
  AppendNotice(line->structural, answer);
  AppendTexts(schema, answer += ",\"schema\":");
  return answer += '}';
}

base::Result<std::string> BatchObjectMeta(std::string_view text, base::Arena& arena) {
  const auto line = ReadSchemaLine(text, arena);
  if (!line.ok()) return line.error();
  auto object = ObjectOf(*line);
  if (!object.ok()) return object.error();
  const std::string path = JoinedPath(*line);
  const objects::ObjectPath at(path);
  const bool root = line->is_resource_root;
  const auto errors = objects::ValidateObjectMeta(at, *object, line->structural, root);
  const auto coerced = objects::CoerceObjectMeta(at, *object, line->structural, root,
                                                 objects::Malformed::kIsAnError, arena);
  std::string answer = "{";
  if (coerced.error) {
    base::AppendJsonString(*coerced.error, answer += "\"coerceError\":");
    answer += ',';
  }
  AppendTexts(errors, answer += "\"errors\":");
  json::AppendJson(*object, answer += ",\"object\":");
  answer += ",\"unknown\":";
  if (coerced.unknown.empty()) {
    answer += "null";
  } else {
    AppendTexts(coerced.unknown, answer);
  }
  return answer += '}';
}

}  // namespace structural::cli
