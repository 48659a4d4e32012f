#include "schema/crd/crd_parts.h"

#include <algorithm>

#include "schema/crd/decode_parts.h"
#include "schema/crd/model/decode.h"

namespace structural::crd {

bool CrdParts::HasUnrepresentable() const {
  const auto in = [](const Validation& v) { return v.schema != nullptr && crd::HasUnrepresentableNumber(*v.schema); };
  return in(at_top.schema) || std::ranges::any_of(versions, in, &VersionParts::schema);
}

// Upstream: v1beta1/defaults.go SetDefaults_CustomResourceDefinitionSpec,
// v1/conversion.go Convert_apiextensions_CustomResourceDefinitionSpec_To_v1_….
base::Status CrdParts::PresentAsV1(bool unrepresentable, base::Arena& arena) {
  if (unrepresentable && HasUnrepresentable()) {
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
  crd.validation = at_top.schema.schema;
  if (crd.scope.empty()) crd.scope = "Namespaced";
  if (crd.versions.empty() && !version.empty()) {
    Version& only = crd.versions.emplace_back();
    only.name = version;
    only.served = true;
  }
  for (Version& each : crd.versions) {
    if (at_top.schema.present) each.schema = at_top.schema.schema;
    if (at_top.subresources) each.subresources = *at_top.subresources;
    if (!Absent(at_top.selectable_fields)) each.selectable_fields = at_top.selectable_fields;
  }
  return base::Ok();
}

}  // namespace structural::crd
