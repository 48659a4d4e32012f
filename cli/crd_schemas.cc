#include "cli/crd_schemas.h"

#include <utility>
#include <variant>

#include "cli/lint/read_input.h"
#include "document/reader.h"
#include "schema/crd/crd.h"
#include "schema/model/new_structural.h"
#include "schema/ops/parse.h"

namespace structural::cli {
namespace {

std::string Text(const ops::Value* value) {
  return value != nullptr && value->is_string() ? std::string(value->text()) : std::string();
}

ResourceSchema SchemaOf(const crd::Version& version, base::Arena& arena) {
  ResourceSchema schema;
  if (version.schema == nullptr) return schema;
  const auto structural = model::NewStructural(*version.schema, arena);
  if (const auto* reason = std::get_if<model::NotRepresentable>(&structural)) {
    schema.unusable = reason->text;
    return schema;
  }
  schema.structural = std::get<const model::Structural*>(structural);
  schema.checks = ops::CompileChecks(*version.schema, arena);
  return schema;
}

}  // namespace

base::Status CrdSchemas::Add(std::string_view json) {
  const auto value = ops::Parser(arena_).Parse(json);
  if (!value.ok() || Text(value->Find("kind")) != "CustomResourceDefinition") return base::Ok();
  const ops::Value* spec = value->Find("spec");
  const ops::Value* names = spec == nullptr ? nullptr : spec->Find("names");
  if (names == nullptr) return {base::ErrorCode::kInvalidInput, "the CRD has no spec.names"};
  const std::string group = Text(spec->Find("group")), kind = Text(names->Find("kind"));
  const auto crd = crd::Decode(json, arena_);
  if (!crd.ok()) return crd.error();
  for (const crd::Version& version : crd->versions) {
    ResourceSchema schema = SchemaOf(version, arena_);
    schema.preserve_unknown_fields = crd->preserve_unknown_fields;
    schemas_[{(group + "/").append(version.name), kind}] = std::move(schema);
  }
  return base::Ok();
}

base::Status CrdSchemas::Read(const std::string& path) {
  const auto text = lint::ReadInput(path);
  if (!text.ok()) return text.error().In(path);
  document::Reader reader(*text);
  while (const auto next = reader.Next()) {
    if (const auto* problem = std::get_if<document::Problem>(&*next)) {
      return {base::ErrorCode::kInvalidInput,
              path + ":" + std::to_string(problem->at.line) + ": " + problem->message};
    }
    texts_.push_back(std::get<document::Document>(*next).json);
    const base::Status added = Add(texts_.back());
    if (!added.ok()) return added.error().In(path);
  }
  return base::Ok();
}

const ResourceSchema* CrdSchemas::Find(std::string_view api_version, std::string_view kind) const {
  const auto found = schemas_.find({std::string(api_version), std::string(kind)});
  return found == schemas_.end() ? nullptr : &found->second;
}

}  // namespace structural::cli
