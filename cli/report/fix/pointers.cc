#include "cli/report/fix/pointers.h"

#include "schema/base/pointer.h"
#include "schema/base/text.h"

namespace structural::cli {

using document::Tree;

std::string FieldPathOf(std::string_view pointer) {
  std::string path;
  bool of_properties = false;
  while (!pointer.empty()) {
    const std::string key = base::TakePointerToken(pointer).value();
    const bool index = key.find_first_not_of("0123456789") == key.npos;
    if (of_properties || index) {
      path.append("[").append(key).append("]");
    } else {
      base::AppendItem(path, ".", key);
    }
    of_properties = !of_properties && key == "properties";
  }
  return path;
}

Tree::Node LastNodeOnPath(const Tree& tree, Tree::Node node, std::string_view pointer) {
  while (!pointer.empty()) {
    const std::string key = base::TakePointerToken(pointer).value();
    const bool index = tree.IsArray(node) && key.find_first_not_of("0123456789") == key.npos;
    const auto next = index ? tree.Element(node, std::stoul("0" + key)) : tree.Member(node, key);
    if (next == Tree::kNone) break;
    node = next;
  }
  return node;
}

PointerIndex::PointerIndex(const Tree& tree) : tree_(tree), parents_{{Tree::kNone, 0}} {
  std::vector<Tree::Node> open{Tree::kRoot};
  while (!open.empty()) {
    const Tree::Node parent = open.back();
    open.pop_back();
    std::size_t index = 0;
    for (auto child = tree.FirstChild(parent); child != Tree::kNone; child = tree.Next(child)) {
      if (parents_.size() <= child) parents_.resize(child + 1);
      parents_[child] = {parent, index++};
      open.push_back(child);
    }
  }
}

std::string PointerIndex::PointerTo(Tree::Node node) const {
  std::vector<Tree::Node> way;
  for (; node != Tree::kRoot; node = parents_[node].node) way.push_back(node);
  std::string pointer;
  for (auto each = way.rbegin(); each != way.rend(); ++each) {
    const Parent& parent = parents_[*each];
    pointer = tree_.IsArray(parent.node) ? base::ChildPointer(pointer, parent.index)
                                         : base::ChildPointer(pointer, tree_.Key(*each));
  }
  return pointer;
}

}  // namespace structural::cli
