// Type: what server-side apply must know of a schema: which values are merged, and which are replaced as a whole.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::merge {

struct MapType;
struct ListType;

enum class Scalar : std::uint8_t { kNone, kNumeric, kString, kBoolean, kUntyped };

// A type that may allow scalars, lists and maps. The types of a version are compiled once. Plain data in an arena,
// immutable, so threads may share it. A pointer to a type is null if nothing is allowed.
//
// Upstream: sigs.k8s.io/structured-merge-diff schema/elements.go Atom (v6.4.2).
struct Type {
  Scalar scalar = Scalar::kNone;
  const ListType* list = nullptr;
  const MapType* map = nullptr;
};

struct FieldType {
  std::string_view name;
  const Type* type = nullptr;
  json::Value default_value = {};  // null: none
};

struct MapType {
  // Returns nullptr if the field is not declared.
  const FieldType* Find(std::string_view name) const;
  // Returns the type of a field that is declared or not; null if the type does not allow it.
  const Type* TypeOf(std::string_view name) const {
    const FieldType* field = Find(name);
    return field == nullptr ? element : field->type;
  }

  std::span<const FieldType> fields;  // sorted by name
  const Type* element = nullptr;      // type of undeclared fields; null: they are not allowed
  bool atomic = false;
  // Whether no field is declared, and undeclared fields have no type. Kubernetes does not track changes of such a type.
  bool untyped = false;
};

enum class ListRelationship : std::uint8_t { kAtomic, kAssociative, kOther };

struct KeyType {
  std::string_view name;
  json::Value default_value = {};  // null: none
};

struct ListType {
  ListRelationship relationship = ListRelationship::kAtomic;
  std::span<const std::string_view> keys;  // keys in the declared order; none for a set
  std::span<const KeyType> sorted_keys;    // keys sorted by name
  // Whether the schema of items is missing. An item that omits a key is then an error.
  bool without_items = false;
  const Type* element = nullptr;
};

// Returns the type of values without a schema: maps are merged, lists are replaced.
const Type* DeducedType();
// Returns the type of values that are replaced as a whole.
const Type* AtomicType();

// Sets the keys of a list from its element type. `keys` must outlive the list.
void SetKeys(ListType& list, std::span<const std::string_view> keys, base::Arena& arena);

// Returns the type of the custom resources of a version, with apiVersion, kind and metadata. `schema` is null if the
// version has no structural schema. `preserve_unknown_fields` is that of the CRD. The result points into the schema and
// the arena.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv/openapi.go ToSchemaFromOpenAPI; apiextensions-apiserver
// pkg/controller/openapi/builder/builder.go buildKubeNative (v0.37.2).
const Type* CompileType(const crd::Structural* schema, bool preserve_unknown_fields, base::Arena& arena);

// Returns the type of a Scale.
//
// Upstream: k8s.io/api/autoscaling/v1 Scale (v0.37.2).
const Type* ScaleType(bool preserve_unknown_fields, base::Arena& arena);

}  // namespace structural::merge
