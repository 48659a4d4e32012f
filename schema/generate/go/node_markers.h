// NodeMarkers: the properties of a schema that Go types cannot express, as markers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/generate/node.h"
#include "schema/kubernetes/violation.h"

namespace structural::generate::go {

// The text of a marker without the plus: "kubebuilder:validation:MinLength=1". Markers are comments from which
// controller-gen reads what Go types cannot express.
//
// Upstream: sigs.k8s.io/controller-tools pkg/markers parse.go, pkg/crd/markers (v0.23.0).
using Marker = std::string;
using Markers = std::vector<Marker>;

inline constexpr std::string_view kValidation = "kubebuilder:validation:";

// Returns a text as the argument of a marker, in back quotes if that is possible and avoids escapes.
std::string Argument(std::string_view text);
// Returns the argument like Argument, but leaves a plain word without quotes.
std::string WordArgument(std::string_view text);

// The schema that controller-gen generates for a Go type without markers.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd builtinToType, arrayToSchema, KnownPackages
// (v0.23.0), read backwards.
struct GeneratedSchema {
  std::string_view type;
  std::string_view format;
  bool visible = true;   // whether controller-gen knows the type when it checks validation markers
  bool wrapped = false;  // whether the Go type is a struct around a type of another package
};

// Returns the Go type of a shape without elements or fields: "string", "metav1.Time".
std::string_view TypeName(Shape shape);

// Returns the import of a type: `metav1 "k8s.io/…"`; empty if it needs none.
std::string_view ImportFor(Shape shape);

GeneratedSchema ProducedBy(Shape shape);

struct NodeMarkers {
  Markers validation;                 // markers of fields, types and list items, without the prefix: "MinLength=1"
  Markers structure;                  // markers of fields and types, with their prefix
  Markers field;                      // markers of fields only, with their prefix
  std::vector<std::string> unmapped;  // keywords without a marker

  bool of_type_empty() const { return validation.empty() && structure.empty(); }
};

// Returns the markers of a schema. `produced` is the schema that controller-gen generates without them. Ignores
// required, which a struct expresses by its fields, and the description, which is a comment.
NodeMarkers MarkersOf(const crd::Structural& schema, Shape shape, const GeneratedSchema& produced);

// Return the complete marker for a field or type, and for the items of a list.
Marker ValidationMarker(const Marker& validation);
Marker ItemsMarker(const Marker& validation);

// Returns a comment for readers, in the form of a marker, that names a lost keyword or property. Also adds it to
// `diagnostics`.
Marker Unmapped(const kubernetes::FieldPath& at, Diagnostics& diagnostics);

}  // namespace structural::generate::go
