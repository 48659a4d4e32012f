// The types of a structural schema's fields in CEL, and bounds for the size of their values.
//
// Upstream: apiserver/pkg/cel/common/schemas.go SchemaDeclType, apiserver/pkg/cel/types.go DeclType,
// apiextensions schema/cel/model (0.37).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/cel/edition.h"
#include "schema/cel/type.h"
#include "schema/crd/model/structural.h"

namespace structural::expressions {

struct DeclaredField;

// A type in an Arena. Immutable after Declare, so threads can share it.
struct DeclaredType {
  enum class Kind : std::uint8_t {
    kSimple,
    kList,
    kMap,  // a map with string keys
    kObject,
  };

  Kind kind = Kind::kSimple;
  const cel::Type* cel_type = nullptr;         // type in CEL; null if it is or contains an object
  const DeclaredType* element = nullptr;       // only for kList and kMap: the type of elements or values
  std::span<const DeclaredField> fields = {};  // only for kObject: the fields, sorted by name
  std::int64_t max_elements = 0;               // maximum number of items, entries, characters or bytes
  std::int64_t min_json_bytes = 0;             // minimum size of a value as JSON, in bytes

  std::span<const DeclaredField> unescapable_fields = {};  // only for kObject: the fields whose names cannot be escaped

  // Finds a field by its escaped name. Returns null if the object has no such field.
  const DeclaredType* FindField(std::string_view name) const;
};

struct DeclaredField {
  std::string_view name;  // escaped name; in `unescapable_fields`: the name in the schema
  const DeclaredType* type;
};

// Maximum size of a request that an API server reads.
inline constexpr std::int64_t kMaxRequestBytes = 3 * 1024 * 1024;

// Returns the format of a string whose type in CEL is not string, such as duration; otherwise an empty text.
std::string_view TypedFormat(const crd::Structural& schema);

// Returns the type of a schema's values, or null if expressions cannot access the values. `is_resource_root`: whether
// the values have apiVersion, kind and metadata. `minor`: the release whose size bounds are used, Kubernetes 1.minor.
// Takes time linear in the schema. Recursive.
const DeclaredType* Declare(const crd::Structural& schema, bool is_resource_root, base::Arena& arena,
                            int minor = kubernetes::kDefaultMinor);

}  // namespace structural::expressions
