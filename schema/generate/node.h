// Node: a schema, and where in a CRD it is.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/generate/kind.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"

namespace structural::generate {

// Borrows both.
struct Node {
  const model::Structural& schema;
  const kubernetes::FieldPath& path;
};

// The path of a kind's schema. Its parts point to each other: it stays where it is.
class RootPath {
 public:
  explicit RootPath(const Kind& kind)
      : version_(spec_.Child("versions", kind.index)),
        schema_(version_.Child("schema")),
        root_(schema_.Child("openAPIV3Schema")) {}
  RootPath(const RootPath&) = delete;
  RootPath& operator=(const RootPath&) = delete;

  const kubernetes::FieldPath& path() const { return root_; }

 private:
  const kubernetes::FieldPath spec_{"spec"}, version_, schema_, root_;
};

inline bool IsRequired(const model::Structural& schema, std::string_view property) {
  const auto required = schema.value_validation->required;
  return std::ranges::find(required, property) != required.end();
}

// Whether Kubernetes itself has it for every kind.
inline bool IsNative(std::string_view property) {
  return property == "apiVersion" || property == "kind" || property == "metadata";
}

// Where in a schema something is, and what is said of it.

// What the generated code lacks.
struct Diagnostic {
  std::string path;  // as violations have it: spec.versions[0].schema.openAPIV3Schema…
  std::string text;
};

using Diagnostics = std::vector<Diagnostic>;

// Shape: what kind of type a schema is in code.
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
