#include "schema/publish/kep/unfold.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/json/write.h"
#include "schema/publish/schema_writer.h"
#include "schema/unions/kep/declaration.h"

namespace structural::publish::kep {
namespace {

// A JSON schema whose members can be replaced. Keys and values are views; only Build copies them. Not thread-safe.
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

  // Returns a new object, in the arena, with the members of this node.
  json::Value Build(base::Arena& arena) const;

 private:
  std::map<std::string_view, json::Value> members_;
};

// Returns a copy of the schema after changes. Calls change(node) for the schema and for each schema in properties,
// items and additionalProperties at every depth, inner schemas first. Does not call it for schemas in allOf, anyOf,
// oneOf and not.
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

using json::Member;
using json::Value;

Node::Node(const Value& schema) {
  if (!schema.is_object()) return;
  for (const Member& member : schema.members()) members_.emplace_hint(members_.end(), member.key, member.value);
}

const Value* Node::Find(std::string_view key) const {
  const auto found = members_.find(key);
  return found == members_.end() ? nullptr : &found->second;
}

bool Node::IsTrue(std::string_view key) const {
  const Value* value = Find(key);
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

Value Node::Build(base::Arena& arena) const {
  std::vector<Member> members;
  for (const auto& [key, value] : members_) members.push_back({key, value});
  return Value::Object(arena.Copy(std::span<const Member>(members)));
}

// Returns an array in the arena.
Value ArrayOf(const std::vector<Value>& elements, base::Arena& arena) {
  return Value::Array(arena.Copy(std::span<const Value>(elements)));
}

Value ArrayOf(const std::vector<std::string_view>& texts, base::Arena& arena) {
  std::vector<Value> elements;
  for (const std::string_view text : texts) elements.push_back(Value::String(text));
  return ArrayOf(elements, arena);
}

constexpr std::string_view kEither = R"([{"type":"integer"},{"type":"string"}])";
constexpr std::string_view kApiVersion = R"({"pattern":"^[^/]+(/[^/]+)?$","type":"string"})";
constexpr std::string_view kKind = R"({"type":"string"})";

// The keywords of the KEP's ValueValidation.
constexpr std::array<std::string_view, 20> kValueValidations = {"format",
                                                                "maximum",
                                                                "exclusiveMaximum",
                                                                "minimum",
                                                                "exclusiveMinimum",
                                                                "maxLength",
                                                                "minLength",
                                                                "pattern",
                                                                "maxItems",
                                                                "minItems",
                                                                "uniqueItems",
                                                                "multipleOf",
                                                                "enum",
                                                                "maxProperties",
                                                                "minProperties",
                                                                "required",
                                                                "allOf",
                                                                "oneOf",
                                                                "anyOf",
                                                                "not"};

Value Constant(std::string_view json, base::Arena& arena) { return *json::Parser(arena).Parse(json); }

// Adds a schema as the first branch of allOf.
void AddToAllOf(Node& node, const Value& schema, base::Arena& arena) {
  std::vector<Value> all{schema};
  if (const Value* given = node.Find("allOf"); given != nullptr && given->is_array()) {
    all.insert(all.end(), given->elements().begin(), given->elements().end());
  }
  node.Set("allOf", ArrayOf(all, arena));
}

// Sets a keyword. If the node has the keyword with another value, adds a branch to allOf instead, which has the keyword
// with the new value.
void AddConstraint(Node& node, std::string_view keyword, const Value& value, base::Arena& arena) {
  const Value* given = node.Find(keyword);
  if (given == nullptr) return node.Set(keyword, value);
  if (json::Equal(*given, value)) return;
  Node alone;
  alone.Set(keyword, value);
  AddToAllOf(node, alone.Build(arena), arena);
}

bool HasIntOrStringBranches(const Node& node, const Value& either) {
  const Value* any_of = node.Find("anyOf");
  if (any_of != nullptr && json::Equal(*any_of, either)) return true;
  const Value* all_of = node.Find("allOf");
  if (all_of == nullptr || !all_of->is_array() || all_of->elements().empty()) return false;
  const Value* first = all_of->elements()[0].Find("anyOf");
  return first != nullptr && json::Equal(*first, either);
}

// Unfolds x-kubernetes-int-or-string into an anyOf of the types integer and string. If the node already has another
// anyOf, the anyOf of the types becomes the first branch of allOf, and all value validations of the node move into the
// second branch.
void UnfoldIntOrString(Node& node, base::Arena& arena) {
  const Value either = Constant(kEither, arena);
  if (!node.IsTrue("x-kubernetes-int-or-string") || HasIntOrStringBranches(node, either)) return;
  if (!node.Has("anyOf")) return node.Set("anyOf", either);
  Node restrictions, types;
  for (const std::string_view keyword : kValueValidations) {
    const Value* value = keyword == "allOf" ? nullptr : node.Find(keyword);
    if (value == nullptr) continue;
    restrictions.Set(keyword, *value);
    node.Erase(keyword);
  }
  types.Set("anyOf", either);
  AddToAllOf(node, restrictions.Build(arena), arena);
  AddToAllOf(node, types.Build(arena), arena);
}

// Combines the schema that the CRD specifies for a field, `given`, with the one from unfolding, `unfolded`. If `given`
// has a type, keeps the type outside of allOf, because the result would not be structural otherwise.
Value MergeWithUnfolded(const Value& given, const Value& unfolded, base::Arena& arena) {
  Node node(given);
  if (node.empty()) return unfolded;
  if (!node.Has("type")) {
    Node either;
    either.Set("allOf", ArrayOf(std::vector<Value>{unfolded, given}, arena));
    return either.Build(arena);
  }
  if (const Value* pattern = unfolded.Find("pattern")) AddConstraint(node, "pattern", *pattern, arena);
  return node.Build(arena);
}

void UnfoldProperty(Node& fields, std::string_view name, std::string_view json, base::Arena& arena) {
  const Value unfolded = Constant(json, arena);
  const Value* given = fields.Find(name);
  fields.Set(name, given == nullptr ? unfolded : MergeWithUnfolded(*given, unfolded, arena));
}

Node FieldsOf(const Node& node) {
  const Value* properties = node.Find("properties");
  return properties == nullptr ? Node() : Node(*properties);
}

void Require(Node& node, std::initializer_list<std::string_view> names, base::Arena& arena) {
  std::vector<Value> required;
  if (const Value* given = node.Find("required"); given != nullptr && given->is_array()) {
    required.assign(given->elements().begin(), given->elements().end());
  }
  for (const std::string_view name : names) {
    const auto is_it = [&](const Value& value) { return value.is_string() && value.text() == name; };
    if (std::ranges::none_of(required, is_it)) required.push_back(Value::String(name));
  }
  node.Set("required", ArrayOf(required, arena));
}

void UnfoldEmbeddedResource(Node& node, std::string_view metadata, base::Arena& arena) {
  if (!node.IsTrue("x-kubernetes-embedded-resource")) return;
  Node fields = FieldsOf(node);
  UnfoldProperty(fields, "apiVersion", kApiVersion, arena);
  UnfoldProperty(fields, "kind", kKind, arena);
  UnfoldProperty(fields, "metadata", metadata, arena);
  node.Set("properties", fields.Build(arena));
  Require(node, {"kind", "apiVersion"}, arena);
}

// Requires exactly one of the union's fields, and restricts the discriminator to the values that
// select these fields.
void UnfoldUnion(Node& node, const unions::Union& declared, base::Arena& arena) {
  std::vector<Value> branches;
  std::vector<std::string_view> values;
  for (const auto& [field, value] : declared.members) {
    Node branch;
    branch.Set("required", ArrayOf(std::vector<std::string_view>{field}, arena));
    branches.push_back(branch.Build(arena));
    values.push_back(value);
  }
  if (branches.empty()) return;
  AddConstraint(node, "oneOf", ArrayOf(branches, arena), arena);
  if (!declared.discriminator) return;
  Node fields = FieldsOf(node);
  const Value* given = fields.Find(*declared.discriminator);
  Node property = given == nullptr ? Node() : Node(*given);
  if (!property.Has("type")) property.Set("type", Value::String("string"));
  AddConstraint(property, "enum", ArrayOf(values, arena), arena);
  fields.Set(*declared.discriminator, property.Build(arena));
  node.Set("properties", fields.Build(arena));
}

void UnfoldUnions(Node& node, base::Arena& arena) {
  if (!node.Has(unions::kUnionsKeyword)) return;
  for (const auto& declared : unions::kep::UnionsOf(node.Build(arena))) {
    UnfoldUnion(node, declared, arena);
  }
}

Value WithoutValueValidations(const Value& schema, base::Arena& arena) {
  return Rebuild(schema, arena, [](Node& node) {
    for (const std::string_view keyword : kValueValidations) node.Erase(keyword);
  });
}

Value WithoutWhatV2Lacks(const Value& schema, base::Arena& arena) {
  return Rebuild(schema, arena, [](Node& node) {
    for (const std::string_view keyword : {"allOf", "anyOf", "oneOf", "not", "pattern"}) {
      node.Erase(keyword);
    }
    if (node.IsTrue("nullable")) node.Erase("type");
    node.Erase("nullable");
  });
}

Value Unfolded(const Value& schema, OpenApi format, base::Arena& arena) {
  const std::string_view metadata = EmbeddedResourceProperties(format).back().schema;
  return format == OpenApi::kV2 ? ToOpenApiV2(schema, arena, metadata) : Unfold(schema, arena, metadata);
}

void SetParsed(Node& node, std::string_view key, std::string_view json, base::Arena& arena) {
  if (!json.empty()) node.Set(key, *json::Parser(arena).Parse(json));
}

}  // namespace

Value Unfold(const Value& schema, base::Arena& arena, std::string_view metadata) {
  return Rebuild(schema, arena, [&](Node& node) {
    UnfoldIntOrString(node, arena);
    UnfoldEmbeddedResource(node, metadata, arena);
    UnfoldUnions(node, arena);
  });
}

// Removes the keywords that OpenAPI v2 lacks twice: before the unfolding, which adds other keywords to a schema that
// has them; and after it, because the unfolding itself adds some of them.
Value ToOpenApiV2(const Value& schema, base::Arena& arena, std::string_view metadata) {
  return WithoutWhatV2Lacks(Unfold(WithoutWhatV2Lacks(schema, arena), arena, metadata), arena);
}

Value Skeleton(const Value& schema, base::Arena& arena) {
  return WithoutValueValidations(Unfold(WithoutValueValidations(schema, arena), arena), arena);
}

Definition KindDefinition(const Resource& resource, const Value& schema, OpenApi format, base::Arena& arena) {
  if (!schema.is_object()) return publish::KindDefinition(resource, format, arena);
  Node root(Unfolded(schema, format, arena));
  const Value* properties = root.Find("properties");
  Node fields = properties == nullptr ? Node() : Node(*properties);
  for (const auto& [name, native] : KindProperties(format)) SetParsed(fields, name, native, arena);
  root.Set("properties", fields.Build(arena));
  const ExtensionTexts extensions(resource);
  SetParsed(root, "x-kubernetes-group-version-kind", extensions.group_version_kind, arena);
  SetParsed(root, "x-kubernetes-selectable-fields", extensions.selectable_fields, arena);
  Definition definition{KindDefinitionName(resource), {}};
  json::AppendJson(root.Build(arena), definition.schema);
  return definition;
}

}  // namespace structural::publish::kep
