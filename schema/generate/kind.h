// Kind: one version of a CustomResourceDefinition, as what code is generated from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/model/structural.h"

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

// spec.names, and where it belongs.
struct Resource {
  std::string_view crd_name;  // metadata.name
  std::string_view group, kind, list_kind, plural, singular;
  std::vector<std::string_view> short_names, categories;
  bool namespaced = false;
};

// Views into the arena that it was read with.
struct Kind {
  Resource resource;
  std::string_view version;
  std::size_t index = 0;  // in spec.versions
  bool served = false, storage = false, deprecated = false, status = false;
  std::optional<std::string_view> warning;  // spec.versions[].deprecationWarning
  std::optional<Scale> scale;
  std::vector<Column> columns;
  std::vector<std::string_view> selectable_fields;
  const model::Structural* schema = nullptr;  // null: see refused
  std::vector<std::string> refused;           // why nothing can be generated; the violations
};

// Deeper schemas are refused: names of types grow with the depth.
inline constexpr int kMaxDepth = 200;

// So are those whose names of more than 256 bytes have more than this, all kinds of a CRD together:
// a name has those of the fields around it.
inline constexpr std::size_t kMaxNames = std::size_t{8} << 20;

// Each version, in the order of the CRD, of either apiVersion. A version that has no schema, or one
// that is not structural, is refused; the reasons are within base::OutputBudget. Errors: as
// crd::Convert.
base::Result<std::vector<Kind>> ReadKinds(std::string_view crd, base::Arena& arena);

}  // namespace structural::generate
