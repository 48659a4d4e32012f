// CorrelatedValue: a value of an updated object, with the old value that it replaces.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/crd/model/structural.h"
#include "schema/json/value.h"

namespace structural::crd {

// Results that are computed once during an update and then reused: comparisons of values, and indexes of lists. The
// values must not change, and must outlive the CorrelationCache. Not thread-safe.
class CorrelationCache {
 private:
  friend class CorrelatedValue;
  using ElementsByKey = std::unordered_map<std::string, const json::Value*>;

  // Key: a new value. Value: whether it equals its old value.
  std::unordered_map<const json::Value*, bool> is_equal_;
  // Key: an old list. Value: its elements by list map key.
  std::unordered_map<const json::Value*, ElementsByKey> elements_by_key_;
};

// A value of an updated object, with its schema and the corresponding old value, if any. Members of objects correspond
// if they have the same name, and elements of lists of type map if they have the same list map keys. Elements of other
// lists have no old value. Plain data.
//
// Upstream: k8s.io/apiserver pkg/cel/common equality.go CorrelatedObject, maplist.go (v0.37.2).
class CorrelatedValue {
 public:
  // Creates a CorrelatedValue without an old value. Its value(), old() and schema() must not be called.
  CorrelatedValue() = default;
  // All arguments must outlive this object.
  CorrelatedValue(const json::Value& value, const json::Value& old, const Structural& schema, CorrelationCache& memory)
      : value_(&value), old_(&old), schema_(&schema), cache_(&memory) {}

  // Whether the value has an old value.
  explicit operator bool() const { return value_ != nullptr; }
  // Precondition of value(), old() and schema(): the value has an old value.
  const json::Value& value() const { return *value_; }
  const json::Value& old() const { return *old_; }
  const Structural& schema() const { return *schema_; }

  // Return the member `key`, or the element at `index`, of the new value. The result has no old value if the member or
  // element is new, or if the schema does not specify it.
  CorrelatedValue Key(std::string_view key) const;
  CorrelatedValue Index(std::size_t index) const;

  // Whether the new and the old value are equal, ignoring the order of elements in lists of type map. False if the
  // value has no old value. The total cost of all calls for an object is linear in the object's size.
  bool Unchanged() const;

 private:
  bool Compare() const;
  bool EqualLists() const;
  bool EqualObjects() const;
  const json::Value* OldElement(const json::Value& element) const;

  const json::Value* value_ = nullptr;
  const json::Value* old_ = nullptr;
  const Structural* schema_ = nullptr;
  CorrelationCache* cache_ = nullptr;
};

}  // namespace structural::crd
