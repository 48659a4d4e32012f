// ObjectPath: the path of a value in an object: spec.containers[0].image
//
// A path is a chain of nodes, each with a pointer to its parent. A function that visits an object builds the chain on
// the stack, and prints the path only for an error. The parent and the texts of a node must outlive the node.
#pragma once

#include <string>
#include <string_view>

#include "schema/kubernetes/path_steps.h"

namespace structural::kubernetes {

class ObjectPath {
 public:
  // Creates the root. `prefix` is the path of the root itself in the result of Field(): "spec"; may be empty.
  explicit ObjectPath(std::string_view prefix = {}) : text_(prefix) {}
  explicit ObjectPath(const FieldName& prefix) : text_(prefix.text), prefix_(&prefix.steps) {}
  ObjectPath Name(std::string_view name) const { return {this, name, 0, Kind::kName}; }
  ObjectPath Key(std::string_view key) const { return {this, key, 0, Kind::kKey}; }
  ObjectPath Index(std::size_t index) const { return {this, {}, index, Kind::kIndex}; }

  bool IsRoot() const { return kind_ == Kind::kRoot; }

  // Returns the path in the notation of pruning: keys of maps are written like names, and are not quoted.
  //
  // Upstream: schema/options.go UnknownFieldPathOptions (v0.37.2).
  std::string String() const;

  // Returns the path in the notation of errors: keys of maps, and empty names, are in brackets. The root without a
  // prefix is "<nil>".
  //
  // Upstream: apimachinery pkg/util/validation/field/path.go Path.String (v0.37.2).
  FieldName Field() const;

  // Returns the path in the notation of kube-openapi: keys of maps have a dot before them, even at the root. The root
  // itself is an empty text.
  //
  // Upstream: kube-openapi pkg/validation/validate object_validator.go, slice_validator.go.
  std::string OpenAPI() const;

  // Returns the steps of the prefix, followed by those of the path. A prefix that is a text becomes one step.
  PathSteps Steps() const;

 private:
  enum class Kind : char { kRoot, kName, kKey, kIndex };

  ObjectPath(const ObjectPath* parent, std::string_view text, std::size_t index, Kind kind)
      : parent_(parent), text_(text), index_(index), kind_(kind) {}

  void AppendString(std::string& to) const;
  void AppendField(std::string& to) const;
  void AppendOpenAPI(std::string& to) const;
  void AppendIndex(std::string& to) const;
  void AppendSteps(PathSteps& to) const;

  const ObjectPath* parent_ = nullptr;
  std::string_view text_;
  std::size_t index_ = 0;
  const PathSteps* prefix_ = nullptr;  // steps of the prefix; null if the prefix is a text
  Kind kind_ = Kind::kRoot;
};

}  // namespace structural::kubernetes
