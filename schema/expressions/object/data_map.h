// Objects in JSON data as values of expressions.
//
// Upstream: apiserver/pkg/cel/common/valuesunstructured.go unstructuredMap (0.37).
#pragma once

#include "schema/cel/eval/opaque.h"
#include "schema/expressions/object/view.h"

namespace structural::cel::object {

// An object in JSON data.
class DataMap final : public eval::HostMap {
 public:
  DataMap() = default;
  // Precondition: the data are an object.
  DataMap(const json::Value& data, const View& view) : data_(data), view_(view) {}

  const json::Value& data() const { return data_; }

  std::int64_t Size() const override { return static_cast<std::int64_t>(data_.members().size()); }
  std::optional<eval::Value> Find(const eval::Value& key, eval::Context& context) const override;
  // Returns first the members that the schema has, then null for each other member.
  eval::Value Key(std::int64_t index, eval::Context& context) const override;
  eval::Value Equal(const eval::Value& other, eval::Context& context) const override;
  std::string_view GoType() const override { return "*common.unstructuredMap"; }

 private:
  std::optional<eval::Value> FindText(std::string_view key, eval::Context& context) const;
  eval::Value EqualMember(const json::Member& member, const eval::Value& other, eval::Context& context) const;

  json::Value data_;
  View view_;
  mutable std::span<const json::Member* const> known_;  // computed on first use
};

// Whether data without a schema are equal. Each value is a step of the context.
bool EqualData(const json::Value& a, const json::Value& b, eval::Context& context);

// Returns the DataMap of a value, or null if the value has another form.
const DataMap* DataMapOf(const eval::Value& value);

}  // namespace structural::cel::object
