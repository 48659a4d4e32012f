// The schemas of a CRD in the internal form, and their violations.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/kubernetes/violation.h"

namespace structural::compatibility {

struct PlacedSchema {
  std::optional<std::size_t> version;  // index in spec.versions; nullopt: spec.validation
  const crd::JSONSchemaProps* schema;  // never null; owned by the CRD

  // Calls use(path) with the path spec.versions[N].schema.openAPIV3Schema or spec.validation.openAPIV3Schema.
  template <typename Use>
  auto At(Use use) const {
    const kubernetes::FieldPath spec("spec");
    const kubernetes::FieldPath of_version = spec.Child("versions", version.value_or(0));
    const kubernetes::FieldPath holder = version ? of_version.Child("schema") : spec.Child("validation");
    return use(holder.Child("openAPIV3Schema"));
  }
};

// Returns the schemas of a CRD at their places in the internal form.
//
// Upstream: apis/apiextensions/v1/conversion.go
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec (v0.37.2).
std::vector<PlacedSchema> InternalSchemas(const crd::CustomResourceDefinition& crd);

// The reasons why a schema is not structural. A schema without a structural form has only `not_representable`, which
// names the first unsupported keyword.
struct Structurality {
  std::vector<kubernetes::Violation> violations;
  std::optional<kubernetes::Violation> not_representable;

  bool structural() const { return violations.empty() && !not_representable; }
};

Structurality Examine(const PlacedSchema& placed, base::Arena& arena);

}  // namespace structural::compatibility
