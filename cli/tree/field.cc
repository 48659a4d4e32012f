#include "cli/tree/field.h"

namespace structural::tree {

const Node* FieldAt(const Node& root, std::string_view path) {
  if (path.empty()) return &root;
  for (const auto& child : root.children) {
    const Node* found = nullptr;
    if (child->kind == Kind::kElement) {
      found = FieldAt(*child, path);
    } else if (child->kind == Kind::kProperty && path == child->label) {
      return child.get();
    } else if (child->kind == Kind::kProperty && path.starts_with(child->label + ".")) {
      found = FieldAt(*child, path.substr(child->label.size() + 1));
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

}  // namespace structural::tree
