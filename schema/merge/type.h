// Type: the properties of a schema that server-side apply needs: which values are merged, and which values are replaced
// completely.
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

// The scalars that a type allows. kUntyped allows all scalars.
enum class Scalar : std::uint8_t { kNone, kNumeric, kString, kBoolean, kUntyped };

// A type that can allow scalars, lists and maps. The types of a version are compiled once. Plain data in an arena,
// immutable, so threads may share it. A null pointer to a Type means that no value is allowed.
//
// Upstream: sigs.k8s.io/structured-merge-diff schema/elements.go Atom (v6.4.2).
struct Type {
  Scalar scalar = Scalar::kNone;
  const ListType* list = nullptr;
  const MapType* map = nullptr;
};

// A declared field of a map.
struct FieldType {
  std::string_view name;
  const Type* type = nullptr;
  json::Value default_value = {};  // null if the field has no default
};

struct MapType {
  // Returns a declared field; nullptr if the field is not declared.
  const FieldType* Find(std::string_view name) const;
  // Returns the type of a field: its own type if it is declared, otherwise the type of undeclared fields; null if the
  // field is not allowed.
  const Type* TypeOf(std::string_view name) const {
    const FieldType* field = Find(name);
    return field == nullptr ? element : field->type;
  }

  std::span<const FieldType> fields;  // sorted by name
  const Type* element = nullptr;      // type of the undeclared fields; null: undeclared fields are not allowed
  bool atomic = false;                // whether the map is replaced completely
  // Whether the map declares no fields and its undeclared fields have no type. Kubernetes does not adapt owned fields
  // to changes of such a type.
  bool untyped = false;
};

enum class ListRelationship : std::uint8_t { kAtomic, kAssociative, kOther };

// A list map key.
struct KeyType {
  std::string_view name;
  json::Value default_value = {};  // null if the key has no default
};

struct ListType {
  ListRelationship relationship = ListRelationship::kAtomic;
  std::span<const std::string_view> keys;  // list map keys in the declared order; empty for a set
  std::span<const KeyType> sorted_keys;    // list map keys, sorted by name
  // Whether the type of the elements does not allow maps. Then an item that omits a list map key is an error.
  bool forbids_map_elements = false;
  const Type* element = nullptr;  // type of the items
};

// Returns the type of values that have no schema: maps are merged, and lists are replaced completely.
const Type* DeducedType();
// Returns the type of atomic values, which are replaced completely.
const Type* AtomicType();

// Sets the list map keys of a list. Their defaults are those in the type of the list's items, which must be set before.
// `keys` must outlive the list.
void SetKeys(ListType& list, std::span<const std::string_view> keys, base::Arena& arena);

// Returns the type of the custom resources of one version, with apiVersion, kind and metadata. `schema` is null if the
// version has no structural schema. `preserve_unknown_fields` is spec.preserveUnknownFields of the CRD. The result
// points into the schema and the arena.
//
// Upstream: k8s.io/kube-openapi pkg/schemaconv/openapi.go ToSchemaFromOpenAPI; apiextensions-apiserver
// pkg/controller/openapi/builder/builder.go buildKubeNative (v0.37.2).
const Type* CompileType(const crd::Structural* schema, bool preserve_unknown_fields, base::Arena& arena);

// Returns the type of a Scale. `preserve_unknown_fields`: as in CompileType.
//
// Upstream: k8s.io/api/autoscaling/v1 Scale (v0.37.2).
const Type* ScaleType(bool preserve_unknown_fields, base::Arena& arena);

}  // namespace structural::merge
