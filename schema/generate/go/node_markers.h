// NodeMarkers: what there is to say of a schema beside its type in Go.
#pragma once

#include <string>
#include <vector>

#include "schema/generate/go/go_type.h"
#include "schema/generate/go/marker.h"
#include "schema/generate/place.h"
#include "schema/kubernetes/path.h"
#include "schema/model/structural.h"

namespace structural::generate::go {

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
