#include "cli/shared/repeated_keys.h"

#include <set>

namespace structural::cli {
namespace {

using document::Tree;

// Collects the paths of the members that the document records as repeated keys.
class RepeatedSearch {
 public:
  RepeatedSearch(const document::Document& document, const Tree& tree, std::size_t begin)
      : document_(document), tree_(tree), begin_(begin) {
    for (const auto& key : document.duplicates) places_.insert(key.second);
  }

  std::vector<std::string> Run() && {
    Visit(Tree::kRoot, "");
    return std::move(found_);
  }

 private:
  void Visit(Tree::Node node, const std::string& path);

  const document::Document& document_;
  const Tree& tree_;
  const std::size_t begin_;
  std::set<document::Position> places_;
  std::vector<std::string> found_;
};

// The recursion is as deep as the document, which its reader limits.
void RepeatedSearch::Visit(Tree::Node node, const std::string& path) {
  std::size_t index = 0;
  const bool is_array = tree_.IsArray(node);
  if (!is_array && !tree_.IsObject(node)) return;
  for (Tree::Node child = tree_.FirstChild(node); child != Tree::kNone; child = tree_.Next(child)) {
    std::string below = path;
    if (is_array) {
      below.append("[").append(std::to_string(index++)).append("]");
    } else {
      below.append(path.empty() ? "" : ".").append(tree_.Key(child));
    }
    if (!is_array && places_.erase(document_.At(begin_ + tree_.Offset(child))) != 0) found_.push_back(below);
    if (places_.empty()) return;
    Visit(child, below);
  }
}

}  // namespace

std::vector<std::string> RepeatedKeys(const document::Document& document, const Tree& tree, std::size_t begin) {
  return RepeatedSearch(document, tree, begin).Run();
}

}  // namespace structural::cli
