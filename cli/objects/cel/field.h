// CelField: a field of a version, given by its path. The value of the field is `self` in an expression.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/expressions/scope.h"
#include "schema/json/value.h"

namespace structural::cli {

// One step of the path from a schema's root to a field.
struct FieldStep {
  bool is_element = false;     // true: the elements of a list or a map; false: the property `name`
  std::string_view name = {};  // name of the property; empty if `is_element`
};

// A field of a schema. Refers to the schema, which must outlive it. Not thread-safe.
class CelField {
 public:
  // Finds the field of a path. The path has the syntax of CEL rules and errors: .spec, spec.ports[], .spec.labels{},
  // spec['a.b'].name. Names can have dots, and the brackets of a list or a map can be omitted before a name.
  // kInvalidInput: the field does not exist.
  static base::Result<CelField> Find(std::string_view path, const crd::JSONSchemaProps& props,
                                     const crd::Structural& schema, base::Arena& arena);

  const crd::Structural& schema() const { return *schemas_.back(); }
  bool is_resource() const { return steps_.empty(); }
  const std::vector<FieldStep>& steps() const { return steps_; }
  // Returns the schema of the root, and the schema after each step.
  const std::vector<const crd::Structural*>& schemas() const { return schemas_; }
  // Returns whether the path has no step to elements, so that an object has at most one value of the field.
  bool is_single() const { return std::ranges::none_of(steps_, &FieldStep::is_element); }
  // Returns the path, such as ".spec.ports[]"; "." is the root.
  std::string path() const { return scopes_.back().FieldPath(); }
  // Returns the path of the outermost list on the field's path whose elements cannot be correlated with those of the
  // old object. A server refuses CEL rules with oldSelf below such a list. Empty if the path has no such list.
  const std::string& uncorrelatable_list() const { return uncorrelatable_list_; }
  // Returns how often a CEL rule of this field is called at most for one object, as a server estimates it.
  std::uint64_t max_calls() const;

  struct Value {
    std::string path;  // path in the object, as errors print it; empty: the whole object
    const json::Value& value;
    const json::Value* old;  // value before the update, for oldSelf; null if it does not exist
  };
  // Calls `visit` for each value of the field in `object` that is not null, until `visit` returns false. `old` is the
  // object before the update; it may be null. Recursive.
  void Visit(const json::Value& object, const json::Value* old, const std::function<bool(const Value&)>& visit) const;

 private:
  CelField() = default;

  bool TakeElement();
  bool TakeName(std::string_view name);
  base::Status TakeAll(std::string_view path);
  base::Result<std::size_t> TakeNext(std::string_view rest);
  std::size_t TakeLongestName(std::string_view rest);

  std::vector<FieldStep> steps_;
  std::deque<expressions::SchemaScope> scopes_;  // scopes of the root and after each step
  std::vector<const crd::Structural*> schemas_;
  std::string uncorrelatable_list_;
  base::Arena* arena_ = nullptr;
};

}  // namespace structural::cli
