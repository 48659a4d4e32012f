// Correlated: a value of an updated object, with the old value that it replaces.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::crd {

// Results that are computed once during an update and then reused: comparisons of values, and indexes of lists. Not
// thread-safe. The values must not change, and must outlive this object.
class CorrelationCache {
 private:
  friend class Correlated;
  using Keyed = std::unordered_map<std::string, const json::Value*>;

  std::unordered_map<const json::Value*, bool> equal_;   // key: new value; value: whether it equals its old value
  std::unordered_map<const json::Value*, Keyed> keyed_;  // key: old list; value: its elements by list map key
};

// A value of an updated object, with its schema and the old value to which it corresponds, if any. Members of objects
// correspond by their names, and elements of lists of type map by their list map keys. Elements of other lists have no
// old value. Plain data.
//
// Upstream: k8s.io/apiserver pkg/cel/common equality.go CorrelatedObject, maplist.go (v0.37.2).
class Correlated {
 public:
  // Creates the object of a value without an old value. Its value() must not be called.
  Correlated() = default;
  // All arguments must outlive this object.
  Correlated(const json::Value& value, const json::Value& old, const Structural& schema, CorrelationCache& memory)
      : value_(&value), old_(&old), schema_(&schema), memory_(&memory) {}

  explicit operator bool() const { return value_ != nullptr; }
  // Precondition of each of these functions: the value has an old value.
  const json::Value& value() const { return *value_; }
  const json::Value& old() const { return *old_; }
  const Structural& schema() const { return *schema_; }

  // Each of these functions returns the member or element of the new value. The result has no old value if the member
  // or element is new, or if the schema does not specify it.
  Correlated Key(std::string_view key) const;
  Correlated Index(std::size_t index) const;

  // Whether the new and the old value are equal, ignoring the order of elements in lists of type map. False if the
  // value has no schema. The total cost of all calls for an object is linear in the object's size.
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
