// Objects and lists in JSON data as values of expressions.
//
// Upstream: apiserver/pkg/cel/common/valuesunstructured.go unstructuredMap, unstructuredList, unstructuredMapList,
// unstructuredSetList; valuesreflect.go refValMapList, refValSetList (0.37).
#pragma once

#include <vector>

#include "schema/cel/eval/opaque.h"
#include "schema/expressions/object/to_value.h"

namespace structural::cel::object {

// An object in JSON data.
class DataMap final : public eval::HostMap {
 public:
  DataMap() = default;
  // Precondition: `data` is a JSON object.
  DataMap(const json::Value& data, const SchemaView& view) : data_(data), view_(view) {}

  const json::Value& data() const { return data_; }

  std::int64_t Size() const override { return static_cast<std::int64_t>(data_.members().size()); }
  std::optional<eval::Value> Find(const eval::Value& key, eval::Context& context) const override;
  // Returns the key at an index. The members that the schema specifies come first. Returns null for the index of any
  // other member.
  eval::Value Key(std::int64_t index, eval::Context& context) const override;
  eval::Value Equal(const eval::Value& other, eval::Context& context) const override;
  std::string_view GoType() const override { return "*common.unstructuredMap"; }

 private:
  std::optional<eval::Value> FindText(std::string_view key, eval::Context& context) const;
  eval::Value EqualMember(const json::Member& member, const eval::Value& other, eval::Context& context) const;

  json::Value data_;
  SchemaView view_;
  // The members that the schema specifies; computed on first use.
  mutable std::span<const json::Member* const> specified_members_;
};

// Compares JSON data without a schema. Counts each value in `a` as a step of the context. Returns false if no steps are
// left.
bool EqualData(const json::Value& a, const json::Value& b, eval::Context& context);

// The x-kubernetes-list-type of a list, which determines how == and + work. The result of + has the list type of the
// left list.
struct ListKind {
  enum class Type : std::uint8_t { kAtomic, kSet, kMap };

  Type type = Type::kAtomic;
  std::span<const std::string_view> keys = {};  // list map keys in escaped form; only for kMap
};

// A list in JSON data.
class DataList final : public eval::HostList {
 public:
  DataList() = default;
  // Precondition: `data` is a JSON array.
  DataList(const json::Value& data, const crd::Structural& items, const ListKind& kind)
      : data_(data), items_(&items), kind_(kind) {}

  std::int64_t Size() const override { return static_cast<std::int64_t>(data_.elements().size()); }
  eval::Value Get(std::int64_t index, eval::Context& context) const override {
    return ToValue(data_.elements()[static_cast<std::size_t>(index)], {items_}, context);
  }
  eval::Value Equal(const eval::Value& other, eval::Context& context) const override;
  eval::Value Add(const eval::Value& other, eval::Context& context) const override;
  eval::Value Contains(const eval::Value& element, eval::Context& context) const override;
  std::string_view GoType() const override;

 private:
  eval::Value EqualInOrder(const eval::Value& other, eval::Context& context) const;
  eval::Value EqualByKeys(const eval::Value& other, eval::Context& context) const;

  json::Value data_;
  const crd::Structural* items_ = nullptr;
  ListKind kind_;
};

// The result of + on two lists of type set or map.
class MergedList final : public eval::HostList {
 public:
  MergedList() = default;
  MergedList(std::span<const eval::Value> elements, const ListKind& kind) : elements_(elements), kind_(kind) {}

  std::int64_t Size() const override { return static_cast<std::int64_t>(elements_.size()); }
  eval::Value Get(std::int64_t index, eval::Context&) const override {
    return elements_[static_cast<std::size_t>(index)];
  }
  eval::Value Equal(const eval::Value& other, eval::Context& context) const override;
  eval::Value Add(const eval::Value& other, eval::Context& context) const override;
  eval::Value Contains(const eval::Value& element, eval::Context& context) const override;
  std::string_view GoType() const override;

 private:
  std::span<const eval::Value> elements_;
  ListKind kind_;
};

// Returns the result of + for a list of type set or map. `elements` are the elements of the left list, and `other` is
// the right list. Returns an error if `other` is not a list.
eval::Value Merge(std::vector<eval::Value> elements, const eval::Value& other, const ListKind& kind,
                  eval::Context& context);

// The identity of an element in a list of type set or map. Equal keys have equal texts.
struct ElementKey {
  std::string text;
  eval::Value error;  // set if the element has no key
};
ElementKey KeyOf(const eval::Value& element, const ListKind& kind, eval::Context& context);

}  // namespace structural::cel::object
