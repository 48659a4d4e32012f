// The field of an object that an expression is about.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/result.h"
#include "schema/expressions/scope.h"
#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::cli {

// On the way from the root of a schema to a field.
struct FieldStep {
  bool element = false;        // of a list or a map
  std::string_view name = {};  // of a property
};

// A field of a schema. Not thread-safe; what it is made of must outlive it.
class CelField {
 public:
  // `path` as rules and errors have it: .spec, spec.ports[], .spec.labels{}, spec['a.b'].name. A
  // name may have dots, and the brackets of a list or a map may be left out before a name.
  // kInvalidInput: there is no such field.
  static base::Result<CelField> Find(std::string_view path, const model::JSONSchemaProps& props,
                                     const model::Structural& schema, base::Arena& arena);

  const model::Structural& schema() const { return *schemas_.back(); }
  bool is_resource() const { return steps_.empty(); }
  const std::vector<FieldStep>& steps() const { return steps_; }
  // Of the root, and behind each step.
  const std::vector<const model::Structural*>& schemas() const { return schemas_; }
  // Whether an object has one value there at most.
  bool is_single() const { return std::ranges::none_of(steps_, &FieldStep::element); }
  // ".spec.ports[]"; "." is the root.
  std::string path() const { return scopes_.back().FieldPath(); }
  // The outermost list on the way whose elements have no old values, so that a server refuses rules with oldSelf;
  // empty: none.
  const std::string& uncorrelatable() const { return uncorrelatable_; }
  // How often a rule there may be called for one object.
  std::uint64_t most_calls() const;

  struct Value {
    std::string path;        // in the object, as errors have it; empty: the object
    const json::Value& value;
    const json::Value* old;  // whose place it takes, as for oldSelf; null: none
  };
  // Calls `visit` for each value that the object has there, but null, until it is false. `old` may
  // be null. Goes down by recursion.
  void Visit(const json::Value& object, const json::Value* old,
             const std::function<bool(const Value&)>& visit) const;

 private:
  CelField() = default;

  bool TakeElement();
  bool TakeName(std::string_view name);
  base::Status TakeAll(std::string_view path);
  base::Result<std::size_t> TakeNext(std::string_view rest);
  std::size_t TakeLongestName(std::string_view rest);

  std::vector<FieldStep> steps_;
  std::deque<expressions::SchemaScope> scopes_;  // of the root, and behind each step
  std::vector<const model::Structural*> schemas_;
  std::string uncorrelatable_;
  base::Arena* arena_ = nullptr;
};

}  // namespace structural::cli
