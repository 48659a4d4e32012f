// Node: one schema in JSON that is to be changed.
#pragma once

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::publish::kep {

// Keys and values are views; none is copied until Build. Not thread-safe.
class Node {
 public:
  Node() = default;
  explicit Node(const json::Value& schema);

  bool empty() const { return members_.empty(); }
  bool Has(std::string_view key) const { return members_.contains(key); }
  const json::Value* Find(std::string_view key) const;
  bool IsTrue(std::string_view key) const;
  void Set(std::string_view key, const json::Value& value) { members_[key] = value; }
  void Erase(std::string_view key) { members_.erase(key); }

  // What is in it as an object in the arena.
  json::Value Build(base::Arena& arena) const;

 private:
  std::map<std::string_view, json::Value> members_;
};

// Arrays in the arena, of values or of texts.
json::Value ArrayOf(const std::vector<json::Value>& elements, base::Arena& arena);
json::Value ArrayOf(const std::vector<std::string_view>& texts, base::Arena& arena);

// The schema with change(Node&) made at every node that says what the structure is: below
// properties, items and additionalProperties, not below junctors. Innermost nodes come first.
template <typename Change>
json::Value Rebuild(const json::Value& schema, base::Arena& arena, const Change& change) {
  if (!schema.is_object()) return schema;
  Node node(schema);
  const auto child = [&](const json::Value& below) { return Rebuild(below, arena, change); };
  for (const std::string_view key : {"items", "additionalProperties"}) {
    if (const json::Value* below = node.Find(key)) node.Set(key, child(*below));
  }
  if (const json::Value* properties = node.Find("properties");
      properties != nullptr && properties->is_object()) {
    Node fields;
    for (const json::Member& field : properties->members())
      fields.Set(field.key, child(field.value));
    node.Set("properties", fields.Build(arena));
  }
  change(node);
  return node.Build(arena);
}

}  // namespace structural::publish::kep
