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

namespace structural::objects {

// Returns the schema with pruned defaults: without fields that it does not specify, and in metadata without fields that
// ObjectMeta does not have. New in `arena`; shares unchanged parts.
//
// Returns an error if the default of the root is not an object.
//
// Upstream: schema/defaulting/prune.go PruneDefaults (v0.37.2).
base::Result<const crd::Structural*> PruneDefaults(const crd::Structural& schema, base::Arena& arena);

// A default with its schema and its place. All references must outlive it.
struct DefaultValue {
  const crd::Structural& schema;
  const json::Value& value;
  const kubernetes::FieldName& path;
  bool is_resource = false;  // the value has apiVersion, kind and metadata
};

// Runs the rules in x-kubernetes-validations of a default and the values inside it, and appends their errors. Returns
// false if a cost limit ends the validation.
using RunDefaultRules = std::function<bool(const DefaultValue& value, std::vector<kubernetes::FieldError>& errors)>;

struct DefaultsRules {
  bool is_resource_root = false;
  bool require_pruned = true;     // unspecified fields are errors
  RunDefaultRules run = nullptr;  // nullptr: rules are not run
};

// Returns the errors of the defaults. Their paths begin with `path`, which may be empty. An incomplete
// list ends with CutShortError. `schema` may be null.
//
// Upstream: schema/defaulting/validation.go ValidateDefaults (v0.37.2).
std::vector<kubernetes::FieldError> ValidateDefaults(const kubernetes::FieldName& path, const crd::Structural* schema,
                                                     const DefaultsRules& rules, base::Arena& arena);

// SurroundingObject: the path from a resource's root to a value in its schema, and objects that contain only that path.
//
// Upstream: schema/defaulting/surroundingobject.go (v0.37.2).
class SurroundingObject {
 public:
  void EnterKey(std::string_view key) { steps_.push_back(key); }
  void EnterElement() { steps_.push_back(std::nullopt); }
  void Leave() { steps_.pop_back(); }

  // Returns the root of an object with `value` at this place: {"spec": [value]}. Returns nullopt if the place is the
  // root and the value is not an object. New in `arena`.
  std::optional<json::Value> Around(const json::Value& value, base::Arena& arena) const;

  // Returns the value at this place in `root`; nullopt if it was removed. Precondition: `root` is a result of Around,
  // of which parts may have been removed.
  std::optional<json::Value> In(const json::Value& root) const;

 private:
  std::vector<std::optional<std::string_view>> steps_;  // nullopt: an element of a list
};

}  // namespace structural::objects
