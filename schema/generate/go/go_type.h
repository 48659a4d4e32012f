// The types of Go that shapes are.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd builtinToType, arrayToSchema, KnownPackages
// (v0.23.0), read backwards.
#pragma once

#include <string_view>

#include "schema/generate/shape.h"

namespace structural::generate::go {

// What controller-gen makes of a type by itself.
struct Produced {
  std::string_view type;
  std::string_view format;
  bool visible = true;   // to markers, which mind the type
  bool wrapped = false;  // a struct around a type of another package
};

// Of the shapes without elements or fields: "string", "metav1.Time".
std::string_view TypeName(Shape shape);

// The package that the type is in, as it is imported: `metav1 "k8s.io/…"`; empty for none.
std::string_view ImportFor(Shape shape);

Produced ProducedBy(Shape shape);

}  // namespace structural::generate::go
