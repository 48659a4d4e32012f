// SurroundingObject: the path from a resource's root to a value in its schema, and
// objects with nothing but that path in them.
//
// Upstream: schema/defaulting/surroundingobject.go (v0.37.2).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::objects {

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
