// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionSpec
// (v0.37.2).
#include "schema/base/text.h"
#include "schema/validate/checks.h"
#include "schema/validate/features.h"

namespace structural::validate {
namespace {

void Group(const Context& in, const FieldPath& spec) {
  const std::string_view group = TextOf(in.spec().Find("group"));
  const FieldPath path = spec.Child("group");
  if (group.empty()) return in.errors.Add(kubernetes::Required(kGroup, path, ""));
  const auto reasons = kubernetes::ValidateDNS1123Subdomain(group);
  if (!reasons.empty()) {
    in.errors.Add(kubernetes::Invalid(kGroup, path, group, base::Join(reasons, ",")));
  } else if (group.find('.') == group.npos) {
    in.errors.Add(kubernetes::Invalid(kGroup, path, group, "should be a domain with at least one dot"));
  }
}

void Scope(const Context& in, const FieldPath& spec) {
  const std::string_view scope = TextOf(in.spec().Find("scope"));
  const FieldPath path = spec.Child("scope");
  if (scope.empty()) {
    in.errors.Add(kubernetes::Required(kScope, path, ""));
  } else if (scope != "Cluster" && scope != "Namespaced") {
    in.errors.Add(kubernetes::NotSupported(kScope, path, scope, R"("Cluster", "Namespaced")"));
  }
}

// Requires a schema in every version, or in every served one if versions of the stored CRD have none.
void RequireSchemas(const Context& in, const FieldPath& spec) {
  const bool everywhere = in.options.require_open_api_schema;
  if (!everywhere && PreservesUnknownFields(in.spec())) return;
  if (SchemaIn(in.crd, in.spec().Find("validation")) != nullptr) return;
  const auto versions = VersionsOf(in.spec());
  for (std::size_t i = 0; i < versions.size() && !in.errors.full(); ++i) {
    if (!everywhere && !IsTrue(versions[i].Find("served"))) continue;
    if (SchemaIn(in.crd, versions[i].Find("schema")) != nullptr) continue;
    const FieldPath version = spec.Child("versions", i);
    const FieldPath schema = version.Child("schema");
    in.errors.Add(kubernetes::Required(kSchemaRequired, schema.Child("openAPIV3Schema"),
                                       everywhere ? "" : "because otherwise all fields are pruned"));
  }
}

// Requires names that are required in spec, but not in status.
void RequiredNames(const Context& in, const FieldPath& names) {
  for (const std::string_view key : {"plural", "singular", "kind", "listKind"}) {
    if (TextOf(Below(in.spec().Find("names"), key)).empty())
      in.errors.Add(kubernetes::Required(kNames, names.Child(key), ""));
  }
}

bool HasAnyStatusEnabled(const Value& spec) {
  if (HasStatusEnabled(spec.Find("subresources"))) return true;
  for (const Value& version : VersionsOf(spec)) {
    if (HasStatusEnabled(version.Find("subresources"))) return true;
  }
  return false;
}

void Whole(const Context& in, const FieldPath& path) {
  const Value& spec = in.spec();
  ValidateVersions(in);
  const FieldPath names = path.Child("names");
  RequiredNames(in, names);
  ValidateNames(in, spec.Find("names"), names);
  const Value* validation = spec.Find("validation");
  ValidateSchema(in, validation, HasAnyStatusEnabled(spec), TextOf(spec.Find("version")), path.Child("validation"));
  ValidateSubresources(in, spec, path);
  ValidateColumns(in, spec, path);
  ValidateSelectableFields(in, spec, SchemaIn(in.crd, validation), "", path);
  ValidateConversion(in);
}

}  // namespace

void ValidateSpec(const Context& in) {
  const FieldPath path("spec");
  Group(in, path);
  Scope(in, path);
  Options options = in.options;
  const bool preserves = PreservesUnknownFields(in.spec());
  options.require_structural_schema |= !preserves;
  RequireSchemas(in, path);
  if (options.allow_defaults && AnySchema(in.crd, HasDefaults)) {
    options.require_structural_schema = true;
    if (preserves) {
      in.errors.Add(kubernetes::InvalidTrue(kPreserveUnknownFields, path.Child("preserveUnknownFields"),
                                            "must be false in order to use defaults in the schema"));
    }
  }
  options.require_structural_schema |= AnySchema(in.crd, HasExtensions);
  Whole({in.crd, options, in.errors, in.effort, in.arena}, path);
}

}  // namespace structural::validate
