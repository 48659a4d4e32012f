#include "cli/report/fix/pointers.h"

#include <algorithm>

#include "schema/fix/plan.h"

namespace structural::cli {

using document::Tree;

std::string Unescaped(std::string_view token) {
  std::string key;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    key += !escape ? token[i] : token[++i] == '1' ? '/' : '~';
  }
  return key;
}

std::string FieldPathOf(std::string_view pointer) {
  std::string path;
  bool of_properties = false;
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view token = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(token.size());
    const std::string key = Unescaped(token);
    const bool index = token.find_first_not_of("0123456789") == token.npos;
    if (of_properties || index) {
      path.append("[").append(key).append("]");
    } else {
      path.append(path.empty() ? "" : ".").append(key);
    }
    of_properties = !of_properties && key == "properties";
  }
  return path;
}

Tree::Node Follow(const Tree& tree, Tree::Node node, std::string_view pointer) {
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string key = Unescaped(pointer.substr(0, pointer.find('/')));
    pointer.remove_prefix(std::min(pointer.find('/'), pointer.size()));
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

std::string PointerIndex::To(Tree::Node node) const {
  std::vector<Tree::Node> way;
  for (; node != Tree::kRoot; node = parents_[node].node) way.push_back(node);
  std::string pointer;
  for (auto each = way.rbegin(); each != way.rend(); ++each) {
    const Parent& parent = parents_[*each];
    pointer = tree_.IsArray(parent.node) ? fix::Below(pointer, parent.index)
                                         : fix::Below(pointer, tree_.Key(*each));
  }
  return pointer;
}

}  // namespace structural::cli
