#include <algorithm>
#include <array>
#include <optional>

#include "cli/report/tree/tree.h"

namespace structural::tree {
namespace {

// Returns the element of an array or a map; nullptr for other nodes.
const Node* ElementOf(const Node& node) {
  for (const auto& child : node.children) {
    if (child->kind == Kind::kElement) return child.get();
  }
  return nullptr;
}

// TypeName returns a schema's type as kubectl explain prints it: "Object", "[]Object",
// "map[string]integer", "IntOrString"; "any" without a type. For a branch of allOf, anyOf, oneOf or
// not, which must not have a type, it returns an empty text instead of "any".
//
// Upstream: k8s.io/kubectl pkg/explain/v2/templates/plaintext.tmpl typeGuess (v0.36.3).
std::string TypeName(const Node& node) {
  if (const Node* element = ElementOf(node)) {
    return (element->label == "[]" ? "[]" : "map[string]") + TypeName(*element);
  }
  if (node.schema->x_int_or_string) return "IntOrString";
  if (node.schema->type == "object") return "Object";
  if (!node.schema->type.empty()) return std::string(node.schema->type);
  return node.kind == Kind::kJunctor ? "" : "any";
}

using crd::JSONSchemaProps;

constexpr JSONSchemaProps Typed(std::string_view type) {
  JSONSchemaProps schema;
  schema.type = type;
  return schema;
}
constexpr JSONSchemaProps kString = Typed("string"), kObjectMeta = Typed("ObjectMeta");

bool IsOnlyTyped(const Node& node, std::string_view type) {
  return node.schema->type == type && node.children.empty() && node.violations.empty() &&
         Constraints(*node.schema).empty();
}

bool RepeatsIntOrString(const Node& above, const Node& branch) {
  if (!above.schema->x_int_or_string) return false;
  return (branch.label == "anyOf[0]" && IsOnlyTyped(branch, "integer")) ||
         (branch.label == "anyOf[1]" && IsOnlyTyped(branch, "string"));
}

void AddElement(const Node& element, const std::string& prefix, View& to) {
  for (const std::string& each : Constraints(*element.schema)) {
    to.constraints.push_back(prefix + each);
  }
  to.violations.insert(to.violations.end(), element.violations.begin(), element.violations.end());
  if (to.description.empty()) to.description = DescriptionOf(*element.schema);
  if (const Node* next = ElementOf(element)) AddElement(*next, next->label + prefix, to);
}

void AddBelow(const Node& node, const std::string& prefix, std::vector<Below>& to) {
  for (const auto& child : node.children) {
    if (child->kind == Kind::kElement) {
      AddBelow(*child, child->label + (prefix.empty() ? " " : prefix), to);
    } else if (!RepeatsIntOrString(node, *child)) {
      to.push_back({child.get(), child->kind == Kind::kJunctor ? prefix : ""});
    }
  }
}

// Adds apiVersion, kind and metadata, in this order, unless the schema specifies them.
void AddTypeMeta(std::vector<Below>& to) {
  for (const Node* implied : {&kMetadata, &kKind, &kApiVersion}) {
    const auto has = [&](const Below& each) { return each.node->label == implied->label; };
    if (std::ranges::none_of(to, has)) to.insert(to.begin(), {implied, ""});
  }
}

// Returns the rest of the path after a property, if the path begins with it.
std::optional<std::string_view> Through(const Node& property, std::string_view path) {
  if (property.kind != Kind::kProperty || !path.starts_with(property.label)) return std::nullopt;
  if (path.size() == property.label.size()) return std::string_view();
  if (path[property.label.size()] != '.') return std::nullopt;
  return path.substr(property.label.size() + 1);
}

// Keeps the place with the shorter rest, because names can contain dots.
void KeepNearer(const FieldPlace& other, FieldPlace& place) {
  if (other.rest.size() < place.rest.size()) place = other;
}

}  // namespace

FieldPlace FindField(const Node& root, std::string_view path) {
  FieldPlace place{&root, path};
  if (path.empty()) return place;
  for (const auto& child : root.children) {
    if (child->kind == Kind::kElement) {
      const FieldPlace inside = FindField(*child, path);
      KeepNearer(inside, place);
    } else if (const auto rest = Through(*child, path)) {
      KeepNearer(FindField(*child, *rest), place);
    }
  }
  if (place.rest.size() < path.size() || root.kind != Kind::kRoot) return place;
  for (const Node* implied : {&kMetadata, &kKind, &kApiVersion}) {
    if (const auto rest = Through(*implied, path)) return {implied, *rest};
  }
  return place;
}

const Node kApiVersion{Kind::kProperty, "apiVersion", &kString};
const Node kKind{Kind::kProperty, "kind", &kString};
const Node kMetadata{Kind::kProperty, "metadata", &kObjectMeta};

View ViewOf(const Node& node, Enums enums) {
  View view{
      node.label,     TypeName(node), node.required, Constraints(*node.schema, enums), DescriptionOf(*node.schema),
      node.violations};
  if (const Node* element = ElementOf(node)) AddElement(*element, element->label + " ", view);
  return view;
}

std::vector<Below> BelowOf(const Node& node) {
  std::vector<Below> below;
  AddBelow(node, "", below);
  if (node.kind == Kind::kRoot) AddTypeMeta(below);
  return below;
}

}  // namespace structural::tree
