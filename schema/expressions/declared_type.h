// What a structural schema is to expressions: the types of its fields, and how large their values
// may be.
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
#include "schema/model/structural.h"

namespace structural::expressions {

struct DeclaredField;

// In an Arena; not changed once made, so threads may share it.
struct DeclaredType {
  enum class Kind : std::uint8_t {
    kSimple,
    kList,
    kMap,     // from strings
    kObject,
  };

  Kind kind = Kind::kSimple;
  const cel::Type* simple = nullptr;           // also of containers of them; null of all others
  const DeclaredType* element = nullptr;       // of a list or a map
  std::span<const DeclaredField> fields = {};  // of an object, sorted by name
  std::int64_t most_elements = 0;              // items, entries, characters or bytes
  std::int64_t least_bytes = 0;                // as JSON

  std::span<const DeclaredField> unnamed = {};  // the same of names that cannot be escaped

  // By the escaped name. Null where there is none.
  const DeclaredType* FindField(std::string_view name) const;
};

struct DeclaredField {
  std::string_view name;  // escaped, if it can be
  const DeclaredType* type;
};

// The largest request that a server reads.
inline constexpr std::int64_t kMostRequestBytes = 3 * 1024 * 1024;

// The format of a string that expressions see as a value of another type, like a duration; empty where they see a string.
std::string_view TypedFormat(const model::Structural& schema);

// Null where expressions do not see the value at all. `is_resource_root`: it has apiVersion, kind
// and metadata. Kubernetes 1.`minor` has these sizes. Takes time linear in the schema; goes down by
// recursion.
const DeclaredType* Declare(const model::Structural& schema, bool is_resource_root,
                            base::Arena& arena, int minor = cel::Edition::kNewestMinor);

}  // namespace structural::expressions
