// Node: a schema and its path in a CRD.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/crd/model/structural.h"
#include "schema/generate/kind.h"
#include "schema/kubernetes/violation.h"

namespace structural::generate {

// A schema and its path, both of which must outlive the node.
struct Node {
  const crd::Structural& schema;
  const kubernetes::FieldPath& path;
};

// The path of a kind's schema in the CRD. A RootPath cannot be moved, because its parts point to each other.
class RootPath {
 public:
  explicit RootPath(const Kind& kind)
      : version_(spec_.Child("versions", kind.version_index)),
        schema_(version_.Child("schema")),
        root_(schema_.Child("openAPIV3Schema")) {}
  RootPath(const RootPath&) = delete;
  RootPath& operator=(const RootPath&) = delete;

  const kubernetes::FieldPath& path() const { return root_; }

 private:
  const kubernetes::FieldPath spec_{"spec"}, version_, schema_, root_;
};

// Returns the required properties of a schema.
inline std::set<std::string_view> RequiredOf(const crd::Structural& schema) {
  const auto required = schema.value_validation->required;
  return {required.begin(), required.end()};
}

// Whether the property is one that every kind of Kubernetes has: apiVersion, kind or metadata.
inline bool IsNative(std::string_view property) {
  return property == "apiVersion" || property == "kind" || property == "metadata";
}

// A part of a schema that the generated code lacks.
struct Diagnostic {
  std::string path;  // path in the notation of violations: spec.versions[0].schema.openAPIV3Schema…
  std::string text;  // what is lost: "is not a unique name in Go: Machine2"
};

using Diagnostics = std::vector<Diagnostic>;

// Shape: the kind of type that a schema becomes in generated code.
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
  kTime,  // this and the following shapes are types of Kubernetes
  kIntOrString,
  kQuantity,
  kObjectMeta,
  kRawExtension,  // object with any fields
  kJson,          // any value
};

// Returns the shape of a schema. `property` is the name of the property that has the schema; empty for elements of
// lists and maps. The property `metadata` is kObjectMeta. A schema with the pattern that controller-gen writes for
// quantities is kQuantity.
Shape ShapeOf(const crd::Structural& schema, std::string_view property);

// Whether the generated type for the shape allows both integers and strings.
bool AllowsIntOrString(Shape shape);

}  // namespace structural::generate
