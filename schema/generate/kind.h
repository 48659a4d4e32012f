// Kind: one version of a CustomResourceDefinition as the source of generated code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"

namespace structural::generate {

// An element of spec.versions[].additionalPrinterColumns.
struct Column {
  std::string_view name, type, json_path, description, format;
  std::int64_t priority = 0;
};

// The value of spec.versions[].subresources.scale.
struct Scale {
  std::string_view spec_path, status_path;
  std::optional<std::string_view> selector_path;
};

// The members of spec.names, and the group, scope and name of the CRD.
struct Resource {
  std::string_view crd_name;  // metadata.name
  std::string_view group, kind, list_kind, plural, singular;
  std::vector<std::string_view> short_names, categories;
  bool namespaced = false;
};

// One version of a CRD. Views into the arena of ReadKinds.
struct Kind {
  Resource resource;
  std::string_view version;
  std::size_t version_index = 0;  // index in spec.versions
  bool served = false, storage = false, deprecated = false, has_status_subresource = false;
  std::optional<std::string_view> deprecation_warning;  // spec.versions[].deprecationWarning
  std::optional<Scale> scale;
  std::vector<Column> columns;
  std::vector<std::string_view> selectable_fields;
  const crd::Structural* schema = nullptr;   // null: the version is refused
  std::vector<std::string> refusal_reasons;  // reasons why the version is refused, such as violations; otherwise empty
};

// Maximum depth of a schema. A version with a deeper schema is refused, because the names of types grow with the depth.
inline constexpr int kMaxSchemaDepth = 200;

// Maximum size of all type names of a CRD that have more than 256 bytes, in bytes. The name of a type contains the
// names of all fields around it, so names can need memory quadratic in the depth. The version that exceeds the maximum,
// and all later versions, are refused.
inline constexpr std::size_t kMaxTypeNameBytes = std::size_t{8} << 20;

// Returns all versions of a CRD in v1 or v1beta1, in the order of the CRD. A version without a structural schema is
// refused: it is in the result, with refusal_reasons within base::OutputBudget. Returns the errors of crd::Convert.
base::Result<std::vector<Kind>> ReadKinds(std::string_view crd, base::Arena& arena);

}  // namespace structural::generate
