// The validation and pruning of the defaults in a schema.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/releases.h"

namespace structural::objects {

// Returns the schema with pruned defaults: without fields that the schema does not specify and, in metadata, without
// fields that ObjectMeta does not have. Changed parts are in `arena`, and unchanged parts are shared with `schema`.
//
// Returns an error if the default of the root is not an object.
//
// Upstream: schema/defaulting/prune.go PruneDefaults (v0.37.2).
base::Result<const crd::Structural*> PruneDefaults(const crd::Structural& schema, base::Arena& arena);

// A default with its schema and its path. All referenced objects must outlive it.
struct DefaultValue {
  const crd::Structural& schema;
  const json::Value& value;
  const kubernetes::FieldName& path;
  bool is_resource = false;  // whether the value is a whole object with apiVersion, kind and metadata
};

// Evaluates the rules in x-kubernetes-validations on a default and on the values inside it, and sets `errors`. Returns
// false if a cost limit was exceeded; the validation of the schema's defaults then ends.
using RunDefaultRules = std::function<bool(const DefaultValue& value, std::vector<kubernetes::FieldError>& errors)>;

struct DefaultsOptions {
  // whether the root is a resource with apiVersion, kind and metadata
  bool is_resource_root = false;
  bool require_pruned = true;  // true: fields that the schema does not specify are errors; false: they are allowed
  RunDefaultRules run_rules = nullptr;    // null: CEL rules are not evaluated
  int minor = kubernetes::kDefaultMinor;  // the minor version of Kubernetes: 1.minor
};

// Returns the errors of the defaults in a schema. The path of each error begins with `path`, which may be empty. An
// incomplete list ends with TruncatedError. `schema` may be null.
//
// Upstream: schema/defaulting/validation.go ValidateDefaults (v0.37.2).
std::vector<kubernetes::FieldError> ValidateDefaults(const kubernetes::FieldName& path, const crd::Structural* schema,
                                                     const DefaultsOptions& options, base::Arena& arena);

// The path from a resource's root to a value. Can build an object that contains only a value at this path.
//
// Upstream: schema/defaulting/surroundingobject.go (v0.37.2).
class SurroundingObject {
 public:
  void EnterKey(std::string_view key) { steps_.push_back(key); }
  void EnterElement() { steps_.push_back(std::nullopt); }
  void Leave() { steps_.pop_back(); }

  // Returns a value that contains only `value`, at this path: {"spec": [value]}. New values are in `arena`.
  json::Value Around(const json::Value& value, base::Arena& arena) const;

  // Returns the value at this path in `root`; nullopt if it does not exist. Precondition: `root` is a result of Around,
  // from which fields may have been removed.
  std::optional<json::Value> FindIn(const json::Value& root) const;

 private:
  std::vector<std::optional<std::string_view>> steps_;  // nullopt: step to the element of a list
};

}  // namespace structural::objects
