#include "schema/crd/crd_parts.h"

#include <algorithm>

#include "schema/crd/decode_parts.h"
#include "schema/crd/model/decode.h"

namespace structural::crd {

bool CrdParts::HasNumberOutOfRange() const {
  const auto in = [](const Validation& v) { return v.schema != nullptr && crd::HasUnrepresentableNumber(*v.schema); };
  return in(top_level.schema) || std::ranges::any_of(versions, in, &VersionParts::schema);
}

// Upstream: v1beta1/defaults.go SetDefaults_CustomResourceDefinitionSpec,
// v1/conversion.go Convert_apiextensions_CustomResourceDefinitionSpec_To_v1_….
base::Status CrdParts::ConvertToV1(bool unrepresentable, base::Arena& arena) {
  if (unrepresentable && HasNumberOutOfRange()) {
    return {base::ErrorCode::kInvalidInput, "a number in a default, example or enum is out of range"};
  }
  const bool v1 = crd.api_version == ApiVersion::kV1;
  crd.preserve_unknown_fields = preserve_unknown_fields.value_or(!v1);
  if (conversion_strategy) crd.conversion_strategy = *conversion_strategy;
  DefaultNames(crd.names, arena);
  for (const VersionParts& read : versions) {
    crd.versions.push_back({read.name, read.schema.schema, read.served, read.subresources.value_or(Subresources{}),
                            read.selectable_fields, read.schema.schema});
  }
  if (v1) return base::Ok();
  crd.validation = top_level.schema.schema;
  if (crd.scope.empty()) crd.scope = "Namespaced";
  if (crd.versions.empty() && !version.empty()) {
    Version& only = crd.versions.emplace_back();
    only.name = version;
    only.served = true;
  }
  for (Version& each : crd.versions) {
    if (top_level.schema.is_present) each.schema = top_level.schema.schema;
    if (top_level.subresources) each.subresources = *top_level.subresources;
    if (!Absent(top_level.selectable_fields)) each.selectable_fields = top_level.selectable_fields;
  }
  return base::Ok();
}

}  // namespace structural::crd
