#include "cli/tree/view.h"

#include <algorithm>
#include <array>

#include "cli/tree/constraints.h"
#include "cli/tree/type_name.h"

namespace structural::tree {
namespace {

using model::JSONSchemaProps;

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

// In the order of names, where the author has none of his own.
void AddTypeMeta(std::vector<Below>& to) {
  for (const Node* implied : {&kMetadata, &kKind, &kApiVersion}) {
    const auto has = [&](const Below& each) { return each.node->label == implied->label; };
    if (std::ranges::none_of(to, has)) to.insert(to.begin(), {implied, ""});
  }
}

}  // namespace

const Node kApiVersion{Kind::kProperty, "apiVersion", &kString};
const Node kKind{Kind::kProperty, "kind", &kString};
const Node kMetadata{Kind::kProperty, "metadata", &kObjectMeta};

View ViewOf(const Node& node) {
  View view{node.label,
            TypeName(node),
            node.required,
            Constraints(*node.schema),
            DescriptionOf(*node.schema),
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
