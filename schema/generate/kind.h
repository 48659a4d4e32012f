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

// spec.versions[].additionalPrinterColumns[].
struct Column {
  std::string_view name, type, json_path, description, format;
  std::int64_t priority = 0;
};

// spec.versions[].subresources.scale.
struct Scale {
  std::string_view spec_path, status_path;
  std::optional<std::string_view> selector_path;
};

// spec.names, with the group, scope and name of the CRD.
struct Resource {
  std::string_view crd_name;  // metadata.name
  std::string_view group, kind, list_kind, plural, singular;
  std::vector<std::string_view> short_names, categories;
  bool namespaced = false;
};

// Views into the arena of ReadKinds.
struct Kind {
  Resource resource;
  std::string_view version;
  std::size_t index = 0;  // index in spec.versions
  bool served = false, storage = false, deprecated = false, status = false;
  std::optional<std::string_view> warning;  // spec.versions[].deprecationWarning
  std::optional<Scale> scale;
  std::vector<Column> columns;
  std::vector<std::string_view> selectable_fields;
  const crd::Structural* schema = nullptr;  // null: the version is refused
  std::vector<std::string> refused;         // reasons why the version is refused, such as violations; otherwise empty
};

// Maximum depth of a schema, because names of types grow with the depth. A version with a deeper
// schema is refused.
inline constexpr int kMaxDepth = 200;

// Maximum number of bytes of all long type names (of more than 256 bytes) of a CRD. The name of a type contains the
// names of all fields around it. The version that exceeds the maximum, and later versions, are refused.
inline constexpr std::size_t kMaxNames = std::size_t{8} << 20;

// Returns each version of a CRD of either apiVersion, in its order. A version without a structural schema is refused;
// the reasons are within base::OutputBudget. Errors: as crd::Convert.
base::Result<std::vector<Kind>> ReadKinds(std::string_view crd, base::Arena& arena);

}  // namespace structural::generate
