#include "schema/merge/type.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "schema/merge/arena_list.h"

namespace structural::merge {
namespace {

using crd::Structural;
using json::Value;

struct CommonTypes {
  CommonTypes() {
    atomic_list.element = &atomic;
    atomic_map.element = &atomic;
    atomic_map.atomic = true;
    atomic = {Scalar::kUntyped, &atomic_list, &atomic_map};
    deduced_map.element = &deduced;
    deduced_map.untyped = true;
    deduced = {Scalar::kUntyped, &atomic_list, &deduced_map};
  }

  ListType atomic_list;
  MapType atomic_map, deduced_map;
  Type atomic, deduced;
};

const CommonTypes& Common() {
  static const CommonTypes types;
  return types;
}

constexpr Type kStringType{Scalar::kString, nullptr, nullptr};
constexpr Type kNumericType{Scalar::kNumeric, nullptr, nullptr};
constexpr Type kBooleanType{Scalar::kBoolean, nullptr, nullptr};
constexpr Type kUntypedType{Scalar::kUntyped, nullptr, nullptr};

// Returns the scalars that a schema allows. A string with a format other than byte allows all scalars.
Scalar ScalarOf(std::string_view type, std::string_view format) {
  if (type == "integer" || type == "number") return Scalar::kNumeric;
  if (type == "boolean") return Scalar::kBoolean;
  return format.empty() || format == "byte" ? Scalar::kString : Scalar::kUntyped;
}

class TypeCompiler {
 public:
  TypeCompiler(bool preserves, base::Arena& arena) : preserves_(preserves), arena_(arena) {}

  const Type* Resource(const Structural* schema);
  const Type* Scale();

 private:
  using Fields = std::initializer_list<FieldType>;
  const Type* Node(const Structural& schema, bool preserves, bool is_root = false);
  const MapType* Map(const Structural& schema, bool preserves, bool is_root);
  const ListType* List(const Structural& schema, bool preserves);
  std::span<const FieldType> FieldsOf(const Structural& schema, bool preserves, bool is_root);
  Value DefaultOf(const Structural& schema);
  // Returns the type of an object of a Kubernetes API that has these fields.
  const Type* Object(Fields fields, bool atomic = false);
  const Type* MapOf(const Type& element);
  const Type* ListOf(const Type* element, ListRelationship relationship, std::span<const std::string_view> keys = {});
  const Type* ObjectMeta();

  bool preserves_;
  base::Arena& arena_;
  const Type* object_meta_ = nullptr;
};

const Type* TypeCompiler::Object(Fields fields, bool atomic) {
  std::vector<FieldType> sorted(fields);
  std::ranges::sort(sorted, {}, &FieldType::name);
  auto* map = arena_.New<MapType>();
  map->fields = arena_.Copy(std::span<const FieldType>(sorted));
  map->element = preserves_ ? DeducedType() : nullptr;
  map->atomic = atomic;
  auto* type = arena_.New<Type>();
  type->map = map;
  return type;
}

const Type* TypeCompiler::MapOf(const Type& element) {
  auto* map = arena_.New<MapType>();
  map->element = &element;
  map->untyped = element.scalar == Scalar::kUntyped;
  auto* type = arena_.New<Type>();
  type->map = map;
  return type;
}

const Type* TypeCompiler::ListOf(const Type* element, ListRelationship relationship,
                                 std::span<const std::string_view> keys) {
  auto* list = arena_.New<ListType>();
  list->relationship = relationship;
  list->element = element;
  if (!keys.empty()) SetKeys(*list, keys, arena_);
  auto* type = arena_.New<Type>();
  type->list = list;
  return type;
}

// Upstream: apiextensions-apiserver pkg/generated/openapi/zz_generated.openapi.go schema_pkg_apis_meta_v1_ObjectMeta,
// schema_pkg_apis_meta_v1_OwnerReference, schema_pkg_apis_meta_v1_ManagedFieldsEntry (v0.37.2).
const Type* TypeCompiler::ObjectMeta() {
  if (object_meta_ != nullptr) return object_meta_;
  static constexpr std::string_view kUid[] = {"uid"};
  const Value none = Value::String("");
  const Type* owner = Object({{"apiVersion", &kStringType, none},
                              {"blockOwnerDeletion", &kBooleanType},
                              {"controller", &kBooleanType},
                              {"kind", &kStringType, none},
                              {"name", &kStringType, none},
                              {"uid", &kStringType, none}},
                             true);
  auto* any_map = arena_.New<MapType>();
  any_map->element = DeducedType();
  any_map->untyped = true;
  auto* any_object = arena_.New<Type>();
  any_object->map = any_map;
  const Type* entry = Object({{"apiVersion", &kStringType},
                              {"fieldsType", &kStringType},
                              {"fieldsV1", any_object},
                              {"manager", &kStringType},
                              {"operation", &kStringType},
                              {"subresource", &kStringType},
                              {"time", &kUntypedType}});
  object_meta_ = Object({{"annotations", MapOf(kStringType)},
                         {"creationTimestamp", &kUntypedType},
                         {"deletionGracePeriodSeconds", &kNumericType},
                         {"deletionTimestamp", &kUntypedType},
                         {"finalizers", ListOf(&kStringType, ListRelationship::kAssociative)},
                         {"generateName", &kStringType},
                         {"generation", &kNumericType},
                         {"labels", MapOf(kStringType)},
                         {"managedFields", ListOf(entry, ListRelationship::kAtomic)},
                         {"name", &kStringType},
                         {"namespace", &kStringType},
                         {"ownerReferences", ListOf(owner, ListRelationship::kAssociative, kUid)},
                         {"resourceVersion", &kStringType},
                         {"selfLink", &kStringType},
                         {"uid", &kStringType}});
  return object_meta_;
}

const Type* TypeCompiler::Scale() {
  const Type* spec = Object({{"replicas", &kNumericType}});
  const Type* status = Object({{"replicas", &kNumericType}, {"selector", &kStringType}});
  return Object({{"apiVersion", &kStringType},
                 {"kind", &kStringType},
                 {"metadata", ObjectMeta()},
                 {"spec", spec},
                 {"status", status}});
}

Value TypeCompiler::DefaultOf(const Structural& schema) {
  if (schema.generic.default_value.empty()) return {};
  const auto parsed = json::Parser(arena_).Parse(schema.generic.default_value);
  return parsed.ok() ? *parsed : Value();
}

std::span<const FieldType> TypeCompiler::FieldsOf(const Structural& schema, bool preserves, bool is_root) {
  const bool is_resource = is_root || schema.extensions->x_embedded_resource;
  std::vector<FieldType> fields;
  for (const auto& [name, property] : schema.properties) {
    if (is_resource && (name == "apiVersion" || name == "kind" || name == "metadata")) continue;
    fields.push_back({name, Node(*property, preserves), DefaultOf(*property)});
  }
  if (is_resource) {
    fields.insert(fields.end(), {{"apiVersion", &kStringType}, {"kind", &kStringType}, {"metadata", ObjectMeta()}});
    std::ranges::sort(fields, {}, &FieldType::name);
  }
  return arena_.Copy(std::span<const FieldType>(fields));
}

const MapType* TypeCompiler::Map(const Structural& schema, bool preserves, bool is_root) {
  auto* map = arena_.New<MapType>();
  map->fields = FieldsOf(schema, preserves, is_root);
  map->atomic = schema.extensions->x_map_type == "atomic";
  const auto* additional = schema.additional_properties;
  if (additional == nullptr) {
    if (preserves || map->fields.empty()) map->element = DeducedType();
    map->untyped = map->element != nullptr;
  } else if (additional->structural != nullptr) {
    map->element = Node(*additional->structural, preserves);
    map->untyped = map->element->scalar == Scalar::kUntyped;
  } else if (additional->allows) {
    map->element = DeducedType();
    map->untyped = true;
  }
  map->untyped &= map->fields.empty();
  return map;
}

const ListType* TypeCompiler::List(const Structural& schema, bool preserves) {
  auto* list = arena_.New<ListType>();
  const auto& type = schema.extensions->x_list_type;
  if (type == "set" || type == "map") list->relationship = ListRelationship::kAssociative;
  list->element = schema.items == nullptr ? AtomicType() : Node(*schema.items, preserves);
  if (type == "map") SetKeys(*list, schema.extensions->x_list_map_keys, arena_);
  return list;
}

// Returns the type for a schema. `preserves`: whether the schema or a schema around it preserves unknown fields. This
// also applies to all schemas inside it, unlike for pruning.
const Type* TypeCompiler::Node(const Structural& schema, bool preserves, bool is_root) {
  preserves |= schema.extensions->x_preserve_unknown_fields;
  auto* type = arena_.New<Type>();
  const std::string_view name = schema.generic.type;
  if (name.empty()) {
    type->scalar = Scalar::kUntyped;
    type->list = List(schema, preserves);
    type->map = Map(schema, preserves, is_root);
  } else if (name == "object") {
    type->map = Map(schema, preserves, is_root);
  } else if (name == "array") {
    type->list = List(schema, preserves);
  } else {
    type->scalar = ScalarOf(name, schema.value_validation->format);
  }
  return type;
}

const Type* TypeCompiler::Resource(const Structural* schema) {
  if (schema != nullptr) return Node(*schema, preserves_, true);
  auto* map = arena_.New<MapType>();
  map->element = DeducedType();
  map->untyped = true;
  auto* type = arena_.New<Type>();
  type->map = map;
  return type;
}

}  // namespace

const FieldType* MapType::Find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(fields, name, {}, &FieldType::name);
  return found != fields.end() && found->name == name ? &*found : nullptr;
}

const Type* DeducedType() { return &Common().deduced; }
const Type* AtomicType() { return &Common().atomic; }

void SetKeys(ListType& list, std::span<const std::string_view> keys, base::Arena& arena) {
  list.keys = keys;
  const MapType* items = list.element == nullptr ? nullptr : list.element->map;
  list.forbids_map_elements = items == nullptr;
  std::vector<KeyType> sorted;
  for (const std::string_view key : keys) {
    const FieldType* field = items == nullptr ? nullptr : items->Find(key);
    sorted.push_back({key, field == nullptr ? Value() : field->default_value});
  }
  std::ranges::stable_sort(sorted, {}, &KeyType::name);
  list.sorted_keys = arena.Copy(std::span<const KeyType>(sorted));
}

const Type* CompileType(const Structural* schema, bool preserve_unknown_fields, base::Arena& arena) {
  return TypeCompiler(preserve_unknown_fields, arena).Resource(schema);
}

const Type* ScaleType(bool preserve_unknown_fields, base::Arena& arena) {
  return TypeCompiler(preserve_unknown_fields, arena).Scale();
}

}  // namespace structural::merge
