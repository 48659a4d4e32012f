#include "schema/publish/resource.h"

#include <algorithm>
#include <array>
#include <variant>

#include "schema/base/pointer.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/objects/transform.h"
#include "schema/publish/definitions.h"

namespace structural::publish {
namespace {

using crd::Structural;

constexpr std::array<std::string_view, 7> kTypes = {"", "array", "boolean", "integer", "number", "object", "string"};

// Whether the schema, or a schema in its properties, items or additionalProperties, has a type that does not exist. A
// server publishes no schema with such a type, but no structural rule finds it. Types in allOf, anyOf, oneOf and not
// need no check here, because they violate a structural rule.
//
// Upstream: apis/apiextensions/validation SchemaHasInvalidTypes (v0.37.2).
bool HasInvalidType(const Structural& schema) {
  const auto invalid = [](const Structural* s) { return s != nullptr && HasInvalidType(*s); };
  const auto* additional = schema.additional_properties;
  return std::ranges::find(kTypes, schema.generic.type) == kTypes.end() || invalid(schema.items) ||
         (additional != nullptr && invalid(additional->structural)) ||
         std::ranges::any_of(schema.properties, [&](const auto& property) { return invalid(property.value); });
}

const Structural* PublishedSchema(const crd::JSONSchemaProps* props, base::Arena& arena) {
  if (props == nullptr) return nullptr;
  const auto built = crd::NewStructural(*props, arena);
  const auto* schema = std::get_if<const Structural*>(&built);
  if (schema == nullptr || HasInvalidType(**schema)) return nullptr;
  if (!crd::ValidateStructural(kubernetes::FieldPath(""), **schema).empty()) return nullptr;
  return objects::Unfold(**schema, arena).schema;
}

}  // namespace

Resource ResourceOf(const crd::CustomResourceDefinition& crd, std::string_view version, base::Arena& arena) {
  const auto& found = *std::ranges::find(crd.versions, version, &crd::Version::name);
  return {.group = crd.group,
          .version = version,
          .kind = crd.names.kind,
          .list_kind = crd.names.list_kind,
          .plural = crd.names.plural,
          .namespaced = crd.scope == "Namespaced",
          .preserve_unknown_fields = crd.preserve_unknown_fields,
          .subresources = found.subresources,
          .selectable_fields = found.selectable_fields,
          .schema = PublishedSchema(found.schema, arena)};
}

base::Status CheckNames(const Resource& resource) {
  if (resource.kind.empty()) return {base::ErrorCode::kInvalidInput, "spec.names.kind is empty"};
  for (const std::string_view kind : {resource.kind, resource.list_kind}) {
    const std::string name = DefinitionName(resource, kind);
    if (!IsReferable(base::PointerToken(name)))
      return {base::ErrorCode::kInvalidInput, "cannot create a reference to " + name};
  }
  return base::Ok();
}

std::string DefinitionName(const Resource& resource, std::string_view kind) {
  std::string name;
  std::string_view group = resource.group;
  for (std::size_t dot; (dot = group.rfind('.')) != group.npos; group = group.substr(0, dot)) {
    (name += group.substr(dot + 1)) += '.';
  }
  return ((((name += group) += '.') += resource.version) += '.') += kind;
}

}  // namespace structural::publish
