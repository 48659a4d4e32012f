// Correlated: a value of an update beside the value whose place it takes.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "schema/json/value.h"
#include "schema/model/structural.h"

namespace structural::objects {

// What has been found out about one update: each comparison is made once. Not thread-safe. The
// values that are compared must not change, nor go, before it.
class Correlations {
 private:
  friend class Correlated;
  using Keyed = std::unordered_map<std::string, const json::Value*>;

  std::unordered_map<const json::Value*, bool> equal_;   // by the new value
  std::unordered_map<const json::Value*, Keyed> keyed_;  // by the old list
};

// A plain value. Members correlate by their key, elements of a list by the keys of
// x-kubernetes-list-type: map; those of other lists do not.
//
// Upstream: k8s.io/apiserver pkg/cel/common equality.go CorrelatedObject, maplist.go (v0.37.2).
class Correlated {
 public:
  // Not correlated with anything.
  Correlated() = default;
  // All must outlive it.
  Correlated(const json::Value& value, const json::Value& old, const model::Structural& schema,
             Correlations& memory)
      : value_(&value), old_(&old), schema_(&schema), memory_(&memory) {}

  explicit operator bool() const { return value_ != nullptr; }
  // Precondition of each: it is correlated.
  const json::Value& value() const { return *value_; }
  const json::Value& old() const { return *old_; }
  const model::Structural& schema() const { return *schema_; }

  // Of a member or element; not correlated where there is no old one, or no schema of it.
  Correlated Key(std::string_view key) const;
  Correlated Index(std::size_t index) const;

  // Whether both are equal, lists of type map in any order. Linear in the size of the values, for
  // all calls together. What has no schema is not equal.
  bool Unchanged() const;

 private:
  bool Compare() const;
  bool EqualLists() const;
  bool EqualObjects() const;
  const json::Value* OldElement(const json::Value& element) const;

  const json::Value* value_ = nullptr;
  const json::Value* old_ = nullptr;
  const model::Structural* schema_ = nullptr;
  Correlations* memory_ = nullptr;
};

}  // namespace structural::objects
