// Node: one schema in JSON that can be changed.
#pragma once

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::publish::kep {

// The members of a schema. Keys and values are views; nothing is copied before Build. Not thread-safe.
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

  // Returns an object in the arena with all members.
  json::Value Build(base::Arena& arena) const;

 private:
  std::map<std::string_view, json::Value> members_;
};

// Return an array in the arena.
json::Value ArrayOf(const std::vector<json::Value>& elements, base::Arena& arena);
json::Value ArrayOf(const std::vector<std::string_view>& texts, base::Arena& arena);

// Returns a copy of the schema in which change(Node&) was called for every schema that specifies structure: in
// properties, items and additionalProperties, but not in allOf, anyOf, oneOf and not. Inner schemas come first.
template <typename Change>
json::Value Rebuild(const json::Value& schema, base::Arena& arena, const Change& change) {
  if (!schema.is_object()) return schema;
  Node node(schema);
  const auto child = [&](const json::Value& below) { return Rebuild(below, arena, change); };
  for (const std::string_view key : {"items", "additionalProperties"}) {
    if (const json::Value* below = node.Find(key)) node.Set(key, child(*below));
  }
  if (const json::Value* properties = node.Find("properties"); properties != nullptr && properties->is_object()) {
    Node fields;
    for (const json::Member& field : properties->members()) fields.Set(field.key, child(field.value));
    node.Set("properties", fields.Build(arena));
  }
  change(node);
  return node.Build(arena);
}

}  // namespace structural::publish::kep
