// The defaults within a schema: values that the server would take, or not.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/model/structural.h"

namespace structural::objects {

// A schema whose defaults have lost what it does not specify, and in metadata what ObjectMeta does
// not have. New in `arena`; it shares what stays as it is.
//
// An error where the default of the root is no object.
//
// Upstream: schema/defaulting/prune.go PruneDefaults (v0.37.2).
base::Result<const model::Structural*> PruneDefaults(const model::Structural& schema,
                                                     base::Arena& arena);

// A default, and the schema that has it. Borrows all of it.
struct DefaultValue {
  const model::Structural& schema;
  const json::Value& value;
  const kubernetes::FieldName& path;
  bool is_resource = false;  // with apiVersion, kind and metadata
};

// Runs the rules in x-kubernetes-validations of a default and below: their errors. False where a
// limit of costs ends the validation.
using RunDefaultRules =
    std::function<bool(const DefaultValue& value, std::vector<kubernetes::FieldError>& errors)>;

struct DefaultsRules {
  bool is_resource_root = false;
  bool require_pruned = true;       // a field that the schema does not specify is an error
  RunDefaultRules run = nullptr;    // nullptr: rules are not run
};

// The errors of the defaults, with paths that begin with `path`, which may be empty; the first of
// them, and CutShortError, where they are too many to list. `schema` may
// be null.
//
// Upstream: schema/defaulting/validation.go ValidateDefaults (v0.37.2).
std::vector<kubernetes::FieldError> ValidateDefaults(const kubernetes::FieldName& path, const model::Structural* schema,
                                                     const DefaultsRules& rules, base::Arena& arena);

// SurroundingObject: the path from a resource's root to a value in its schema, and
// objects with nothing but that path in them.
//
// Upstream: schema/defaulting/surroundingobject.go (v0.37.2).
class SurroundingObject {
 public:
  void EnterKey(std::string_view key) { steps_.push_back(key); }
  void EnterElement() { steps_.push_back(std::nullopt); }
  void Leave() { steps_.pop_back(); }

  // The root of an object that has `value` at this place: {"spec": [value]}. nullopt where that is
  // the root itself and no object. New in `arena`.
  std::optional<json::Value> Around(const json::Value& value, base::Arena& arena) const;

  // What is at this place in such an object; nullopt if it is gone. Precondition: `root` is what
  // Around returned, with parts left out.
  std::optional<json::Value> In(const json::Value& root) const;

 private:
  std::vector<std::optional<std::string_view>> steps_;  // nullopt: the element of a list
};

// The object with an apiVersion and a kind, if it has none. Precondition: it is an object.
json::Value WithTypeMeta(const json::Value& object, base::Arena& arena);

}  // namespace structural::objects
