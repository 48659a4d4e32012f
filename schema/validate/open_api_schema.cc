// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
#include <optional>

#include "schema/crd/model/fields.h"
#include "schema/validate/checks.h"
#include "schema/validate/expressions.h"
#include "schema/validate/features.h"
#include "schema/validate/schema_node.h"
#include "schema/validate/walk.h"

namespace structural::validate {
namespace {

using crd::JSONSchemaProps;

using expressions::SchemaScope;

bool IsCorrelatable(const std::optional<std::string_view>& map_type) {
  return !map_type || *map_type == "granular" || *map_type == "atomic";
}

Surroundings AroundProperty(const SchemaNode& parent, std::string_view name, bool is_root) {
  const JSONSchemaProps& schema = parent.schema;
  const bool meta = (is_root || schema.x_embedded_resource) && crd::IsMetaField(name);
  const Surroundings inside = meta ? parent.around.InsideMeta(is_root ? name : "") : parent.around;
  return IsCorrelatable(schema.rare->x_map_type) ? inside : inside.InsideUncorrelatable(parent.path);
}

// Returns the context of a child.
Surroundings SurroundingsOf(const Child& child, const SchemaNode& parent, bool is_root) {
  const Surroundings& around = parent.around;
  switch (child.under) {
    case Keyword::kJunctor: return around.InsideJunctor();
    case Keyword::kAdditionalProperties:
      return around.inside_meta
                 ? around.WithForbiddenDefaults("inside additionalProperties applying to object metadata")
                 : around;
    case Keyword::kProperties: return AroundProperty(parent, child.key, is_root);
    case Keyword::kItems:
    case Keyword::kItemsList:
      return parent.schema.rare->x_list_type == "map" ? around : around.InsideUncorrelatable(parent.path);
    default: return around;
  }
}

// Returns the scope of the child's rules; nullopt if the child cannot have rules.
std::optional<SchemaScope> ScopeOf(const Child& child, const SchemaScope* parent) {
  if (parent == nullptr) return std::nullopt;
  if (child.under == Keyword::kProperties) return parent->Property(child.key);
  if (child.under == Keyword::kAdditionalProperties) return parent->AdditionalProperties();
  if (child.under == Keyword::kItems) return parent->Items();
  return std::nullopt;
}

// `rules`: null if expressions are not checked. `scope`: null if the node cannot have rules.
void CheckTree(const SchemaNode& node, bool is_root, Expressions* rules, const SchemaScope* scope) {
  const Context& in = node.in;
  if (in.errors.full()) return;
  const std::size_t before = in.errors.size();
  CheckNode(node);
  AnyChild(node.schema, node.path, [&](const Child& child) {
    if (!Reaches(Reach::kValidated, child.under)) return false;
    const Surroundings around = SurroundingsOf(child, node, is_root);
    const auto below = ScopeOf(child, scope);
    CheckTree({in, child.schema, child.path, around}, false, rules, below ? &*below : nullptr);
    return false;
  });
  const bool fine = in.errors.size() == before && !in.errors.full();
  if (scope != nullptr && fine) rules->Check(node, *scope);
}

}  // namespace

void ValidateOpenApiSchema(const Context& in, const JSONSchemaProps& schema, const FieldPath& path,
                           const crd::Structural* form, bool unchanged) {
  constexpr std::string_view kByV1beta1 =
      "(cannot set default values in apiextensions.k8s.io/v1beta1 CRDs, must use "
      "apiextensions.k8s.io/v1)";
  const Surroundings around{in.options.allow_defaults ? std::string_view() : kByV1beta1};
  if (form == nullptr || !HasRules(schema)) {
    return CheckTree({in, schema, path, around}, true, nullptr, nullptr);
  }
  Expressions rules(in, unchanged);
  const SchemaScope scope(schema, *form, in.arena, in.options.release.minor());
  CheckTree({in, schema, path, around}, true, &rules, &scope);
  rules.Finish(path);
}

}  // namespace structural::validate
