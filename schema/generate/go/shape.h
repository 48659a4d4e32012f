// Shape: which type of Go a schema is.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd builtinToType, arrayToSchema, KnownPackages
// (v0.23.0), read backwards.
#pragma once

#include <string_view>

#include "schema/model/structural.h"

namespace structural::generate::go {

enum class Shape {
  kStruct,
  kMap,
  kList,
  kString,
  kBool,
  kInt,
  kInt32,
  kInt64,
  kFloat32,
  kFloat64,
  kBytes,
  kTime,  // from here on types of other packages
  kIntOrString,
  kQuantity,
  kObjectMeta,
  kRawExtension,  // an object with any fields
  kJson,          // anything
};

// What controller-gen makes of a type by itself.
struct Produced {
  std::string_view type;
  std::string_view format;
  bool visible = true;   // to markers, which mind the type
  bool wrapped = false;  // a struct around a type of another package
};

// `property` is the name that it stands under, empty for elements: metadata is ObjectMeta.
Shape ShapeOf(const model::Structural& schema, std::string_view property);

// Of the shapes without elements or fields: "string", "metav1.Time".
std::string_view TypeName(Shape shape);

// The package that the type is in, as it is imported: `metav1 "k8s.io/…"`; empty for none.
std::string_view ImportFor(Shape shape);

Produced ProducedBy(Shape shape);

// Whether the shape says itself that both integers and strings are allowed.
bool SaysIntOrString(Shape shape);

}  // namespace structural::generate::go
