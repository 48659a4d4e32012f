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

// Returns a text as the argument of a marker, in quotes. Uses back quotes if the text needs escapes in double quotes
// and can be in back quotes.
std::string QuotedArgument(std::string_view text);
// Like QuotedArgument, but returns a plain word without quotes.
std::string WordArgument(std::string_view text);

// The schema that controller-gen generates for a Go type without markers.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd builtinToType, arrayToSchema, KnownPackages
// (v0.23.0), read backwards.
struct GeneratedSchema {
  std::string_view type;
  std::string_view format;
  bool type_is_known = true;  // whether controller-gen knows the type when it checks validation markers
  bool is_wrapped = false;    // whether the Go type is a struct around a type of another package
};

// Returns the Go type of a shape that has no elements or fields: "string", "metav1.Time"; empty for other shapes.
std::string_view TypeName(Shape shape);

// Returns the import of a type: `metav1 "k8s.io/…"`; empty if it needs none.
std::string_view ImportFor(Shape shape);

// Returns the schema that controller-gen generates for the Go type of a shape.
GeneratedSchema GeneratedSchemaOf(Shape shape);

// The markers of a schema. `validation` and `structure` can be at a field or at the declaration of a type.
struct NodeMarkers {
  Markers validation;  // markers of fields, types and list items, without the prefix: "MinLength=1"
  Markers structure;   // markers of fields and types, complete: "kubebuilder:title=…"
  Markers field;       // markers that only fields can have, complete
  std::vector<std::string> unmapped_keywords;  // keywords for which controller-gen has no marker

  // Whether a type declaration for the schema has no markers.
  bool type_markers_empty() const { return validation.empty() && structure.empty(); }
};

// Returns the markers of a schema. `produced` is the schema that controller-gen generates without the markers. Ignores
// `required`, which the fields of a struct express, and the description, which is a comment.
NodeMarkers MarkersOf(const crd::Structural& schema, Shape shape, const GeneratedSchema& produced);

// Return `validation`, an element of NodeMarkers::validation, as a complete marker. A ValidationMarker restricts a
// field or type itself; an ItemsMarker restricts the items of a field or type that is a list.
Marker ValidationMarker(const Marker& validation);
Marker ItemsMarker(const Marker& validation);

// Adds the keyword or property at the path `at`, which the generated code lacks, to `diagnostics`. Returns a marker
// that names it, as a comment for readers.
Marker ReportUnmapped(const kubernetes::FieldPath& at, Diagnostics& diagnostics);

}  // namespace structural::generate::go
