// Node: a schema, and where in a CRD it is.
#pragma once

#include <algorithm>
#include <string_view>

#include "schema/generate/kind.h"
#include "schema/kubernetes/path.h"
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

}  // namespace structural::generate
