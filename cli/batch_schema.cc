// Operations on one schema: {"schema": …, "path": […]}.
#include <variant>

#include <nlohmann/json.hpp>

#include "cli/batch.h"
#include "schema/api/dump.h"
#include "schema/api/json_value.h"
#include "schema/base/letter_case.h"
#include "schema/base/path.h"
#include "schema/model/decode.h"
#include "schema/model/new_structural.h"
#include "schema/model/to_kube_openapi.h"
#include "schema/rules/validate.h"

namespace structural::cli {
namespace {

using base::ErrorCode;
using base::JsonReader;
using nlohmann::json;

struct SchemaLine {
  const model::Structural* structural = nullptr;  // null: the schema is null or absent
  std::vector<std::string> path;
};

base::Result<SchemaLine> Read(std::string_view line, base::Arena& arena) {
  JsonReader in(line, arena);
  std::string_view schema, path, key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (base::SameBesideCase(key, "schema")) {
      schema = in.Skip();
    } else if (base::SameBesideCase(key, "path")) {
      path = in.Skip();
    } else {
      in.Skip();
    }
  }
  if (!in.AtEnd()) return in.error();
  SchemaLine read;
  if (!path.empty() && path != "null") read.path = api::ParseJsonValue(path);
  if (schema.empty() || schema == "null") return read;
  JsonReader fields(schema, arena);
  model::JSONSchemaProps props;
  if (fields.Peek() != JsonReader::Kind::kObject) fields.FailKind("schema");
  model::DecodeSchema(fields, arena, props);
  if (!fields.AtEnd()) return fields.error();
  if (fields.unrepresentable() && model::HasUnrepresentableNumber(props)) {
    return {ErrorCode::kInvalidInput, "a number in a default, example or enum is out of range"};
  }
  const auto structural = model::NewStructural(props, arena, model::Empties::kStay);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
    return {ErrorCode::kInvalidInput, reason->text};
  }
  read.structural = std::get<const model::Structural*>(structural);
  return read;
}

// An element without a name is an index to Kubernetes, and an empty one.
std::string Joined(const std::vector<std::string>& path) {
  std::string joined;
  for (const std::string& element : path) {
    if (element.empty()) {
      joined += "[]";
    } else {
      joined.append(joined.empty() ? "" : ".").append(element);
    }
  }
  return joined;
}

std::vector<base::Violation> Validate(const SchemaLine& line) {
  const auto validate = [&](const base::FieldPath& path) {
    return rules::ValidateStructural(path, *line.structural);
  };
  if (line.path.empty()) {
    const base::FieldPath spec("spec");
    const base::FieldPath version = spec.Child("versions", 0u);
    const base::FieldPath holder = version.Child("schema");
    return validate(holder.Child("openAPIV3Schema"));
  }
  return validate(base::FieldPath(Joined(line.path)));
}

}  // namespace

base::Result<std::string> BatchStructural(std::string_view line, base::Arena& arena) {
  const auto read = Read(line, arena);
  if (!read.ok()) return read.error();
  json errors = json::array();
  std::vector<base::Violation> found;
  if (read->structural != nullptr) found = Validate(*read);
  for (const auto& violation : found) errors.push_back(violation.text);
  return api::Dump(json{{"errors", errors}, {"message", base::Message(found)}});
}

base::Result<std::string> BatchRoundtrip(std::string_view line, base::Arena& arena) {
  const auto read = Read(line, arena);
  if (!read.ok()) return read.error();
  if (read->structural == nullptr) return api::Dump(json{{"schema", nullptr}});
  return api::Dump(json{{"changed", false}, {"schema", model::ToKubeOpenAPI(*read->structural)}});
}

}  // namespace structural::cli
