// Correlated: a value in an update, with the old value that it replaces.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::crd {

// The comparisons made during one update, each only once. Not thread-safe. The compared values must not change, and
// must outlive this object.
class CorrelationCache {
 private:
  friend class Correlated;
  using Keyed = std::unordered_map<std::string, const json::Value*>;

  std::unordered_map<const json::Value*, bool> equal_;   // by new value: whether it equals its old value
  std::unordered_map<const json::Value*, Keyed> keyed_;  // by old list: its elements by their keys
};

// A value in an update, with its schema and the old value that it correlates with, if any. Members of
// objects correlate by key, elements of lists of type map by their list map keys. Elements of other
// lists do not correlate. Plain data.
//
// Upstream: k8s.io/apiserver pkg/cel/common equality.go CorrelatedObject, maplist.go (v0.37.2).
class Correlated {
 public:
  // A value without an old value.
  Correlated() = default;
  // All arguments must outlive this object.
  Correlated(const json::Value& value, const json::Value& old, const Structural& schema, CorrelationCache& memory)
      : value_(&value), old_(&old), schema_(&schema), memory_(&memory) {}

  explicit operator bool() const { return value_ != nullptr; }
  // Precondition of each: the value has an old value.
  const json::Value& value() const { return *value_; }
  const json::Value& old() const { return *old_; }
  const Structural& schema() const { return *schema_; }

  // Return a member or element, without an old value if it has none, or has no schema.
  Correlated Key(std::string_view key) const;
  Correlated Index(std::size_t index) const;

  // Whether both values are equal, ignoring the order of lists of type map. False for values without a schema. All
  // calls together are linear in the size of the values.
  bool Unchanged() const;

 private:
  bool Compare() const;
  bool EqualLists() const;
  bool EqualObjects() const;
  const json::Value* OldElement(const json::Value& element) const;

  const json::Value* value_ = nullptr;
  const json::Value* old_ = nullptr;
  const Structural* schema_ = nullptr;
  CorrelationCache* memory_ = nullptr;
};

}  // namespace structural::crd
