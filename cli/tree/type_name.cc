#include "cli/tree/type_name.h"

namespace structural::tree {

const Node* ElementOf(const Node& node) {
  for (const auto& child : node.children) {
    if (child->kind == Kind::kElement) return child.get();
  }
  return nullptr;
}

std::string TypeName(const Node& node) {
  if (const Node* element = ElementOf(node)) {
    return (element->label == "[]" ? "[]" : "map[string]") + TypeName(*element);
  }
  if (node.schema->x_int_or_string) return "IntOrString";
  if (node.schema->type == "object") return "Object";
  if (!node.schema->type.empty()) return std::string(node.schema->type);
  return node.kind == Kind::kJunctor ? "" : "any";
}

}  // namespace structural::tree
