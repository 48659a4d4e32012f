// Shape: what kind of type a schema is in code.
#pragma once

#include <string_view>

#include "schema/model/structural.h"

namespace structural::generate {

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
  kTime,  // from here on types that Kubernetes has
  kIntOrString,
  kQuantity,
  kObjectMeta,
  kRawExtension,  // an object with any fields
  kJson,          // anything
};

// `property` is the name that it stands under, empty for elements: metadata is ObjectMeta. A
// quantity is told by its pattern, as controller-gen writes it.
Shape ShapeOf(const model::Structural& schema, std::string_view property);

// Whether the shape says itself that both integers and strings are allowed.
bool SaysIntOrString(Shape shape);

}  // namespace structural::generate
