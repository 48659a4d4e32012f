// NodeMarkers: what there is to say of a schema beside its type in Go.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/generate/node.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"
#include "schema/model/structural.h"

namespace structural::generate::go {

// Markers: comments that tell controller-gen what the types of Go cannot.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers parse.go, pkg/crd/markers (v0.23.0).

// "kubebuilder:validation:MinLength=1", without the plus.
using Marker = std::string;
using Markers = std::vector<Marker>;

inline constexpr std::string_view kValidation = "kubebuilder:validation:";

// A text as the argument of a marker: in back quotes where that is possible and saves escapes.
std::string Argument(std::string_view text);
// The same, bare where it is a plain word.
std::string WordArgument(std::string_view text);

// The value of a default, and how it is written: as Kubernetes' +default for objects and lists,
// which reads JSON, as kubebuilder's else.
Marker DefaultMarker(model::JsonText value);

// nullopt where no marker can say it: values that are no scalars, and null.
std::optional<Marker> EnumMarker(std::span<const model::JsonText> values);
std::optional<Marker> ExampleMarker(model::JsonText value);

Marker RuleMarker(const model::ValidationRule& rule);

// The types of Go that shapes are.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd builtinToType, arrayToSchema, KnownPackages
// (v0.23.0), read backwards.

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

struct NodeMarkers {
  Markers validation;  // without their prefix: "MinLength=1". Of fields, types, and items of lists
  Markers structure;   // whole; of fields and types
  Markers field;       // whole; of fields alone
  std::vector<std::string> unmapped;  // keywords that there is no marker for

  bool of_type_empty() const { return validation.empty() && structure.empty(); }
};

// `produced` is what controller-gen makes of the type by itself. required, which a struct has by
// its fields, and the description, which is a comment, are not looked at.
NodeMarkers MarkersOf(const model::Structural& schema, Shape shape, const Produced& produced);

// Whole, as a marker of a field or type; of the items of a list.
Marker ValidationMarker(const Marker& validation);
Marker ItemsMarker(const Marker& validation);

// What says that a keyword or property is lost: a marker that only people read. It is put among the
// remarks, too.
Marker Unmapped(const kubernetes::FieldPath& at, Diagnostics& diagnostics);

}  // namespace structural::generate::go
