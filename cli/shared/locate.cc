#include "cli/shared/locate.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "schema/base/quote.h"

namespace structural::cli {
namespace {

using document::Tree;

struct Step {
  Tree::Node node;
  std::string_view rest;  // rest of the path after the step
};

// Returns whether a step of the path can end before `rest`: `rest` is empty, or begins with a dot or a bracket.
bool EndsHere(std::string_view rest) { return rest.empty() || rest.front() == '.' || rest.front() == '['; }

std::string_view WithoutDot(std::string_view rest) { return rest.starts_with('.') ? rest.substr(1) : rest; }

std::optional<Step> ByIndex(const Tree& tree, Tree::Node array, std::string_view bracket) {
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(bracket.data() + 1, bracket.data() + bracket.size(), index);
  const std::string_view rest = bracket.substr(static_cast<std::size_t>(end - bracket.data()));
  if (code != std::errc() || !rest.starts_with(']')) return std::nullopt;
  const Tree::Node node = tree.Element(array, index);
  if (node == Tree::kNone) return std::nullopt;
  return Step{node, rest.substr(1)};
}

// Returns a step for each key of the object with which a path that begins with `[key]` can continue, the longest key
// first. Several keys are possible, because keys can contain brackets.
std::vector<Step> ByKey(const Tree& tree, Tree::Node object, std::string_view bracket) {
  const std::string_view text = bracket.substr(1);
  const std::size_t longest = tree.LongestKeyBytes(object);
  std::vector<Step> steps;
  for (auto end = text.find(']'); end <= longest; end = text.find(']', end + 1)) {
    const std::string_view rest = text.substr(end + 1);
    if (!EndsHere(rest)) continue;
    const Tree::Node member = tree.Member(object, text.substr(0, end));
    if (member != Tree::kNone) steps.push_back({member, rest});
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

std::vector<Step> StepsFrom(const Tree& tree, Tree::Node node, std::string_view path) {
  if (!path.starts_with('[')) {
    path = WithoutDot(path);
    const std::string_view name = path.substr(0, path.find_first_of(".["));
    const Tree::Node member = tree.Member(node, name);
    if (member == Tree::kNone) return {};
    return {{member, path.substr(name.size())}};
  }
  if (tree.IsObject(node)) return ByKey(tree, node, path);
  if (const auto step = ByIndex(tree, node, path)) return {*step};
  return {};
}

struct Reached {
  LocatedNode place;
  std::size_t left;  // number of bytes of the path that were not found
};

// Maximum number of steps that are tried for a path. Keys that look like paths can cause many alternatives.
constexpr int kMaxSteps = 100'000;

// Returns the node that is reached by the longest part of the path. Recursive; the depth is at most that of the JSON,
// which the decoder limits.
Reached Walk(const Tree& tree, Tree::Node node, std::string_view path, int& steps_left) {
  Reached best{{node, path.empty()}, path.size()};
  if (path.empty()) return best;
  for (const Step& step : StepsFrom(tree, node, path)) {
    if (--steps_left < 0) break;
    const Reached reached = Walk(tree, step.node, step.rest, steps_left);
    if (reached.left < best.left) best = reached;
    if (best.left == 0) break;
  }
  return best;
}

// Returns whether the character can be part of a number, or of true, false or null.
bool IsOfAWord(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

}  // namespace

LocatedNode Locate(const Tree& tree, Tree::Node root, std::string_view path) {
  int steps_left = kMaxSteps;
  return Walk(tree, root, path, steps_left).place;
}

LocatedNode Locate(const Tree& tree, Tree::Node root, const kubernetes::PathSteps& path) {
  Tree::Node node = root;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto [name, is_index] = path[i];
    std::size_t index = 0;
    std::from_chars(name.data(), name.data() + name.size(), index);
    const Tree::Node next = !is_index             ? tree.IsObject(node) ? tree.Member(node, name) : Tree::kNone
                            : tree.IsObject(node) ? Tree::kNone
                                                  : tree.Element(node, index);
    if (next == Tree::kNone) return {node, false};
    node = next;
  }
  return {node, true};
}

DecodeError LocateDecodeError(std::string_view json, const base::Error& error) {
  const auto at = error.in_text();
  if (!at) return {0, error.message()};
  std::size_t offset = std::min(at->offset, json.size());
  while (offset > 0 && IsOfAWord(json[offset - 1])) --offset;
  return {offset, std::string(at->what)};
}

std::string ImplicitScalarNote(const document::Document& document, document::Position at) {
  const document::ImplicitlyTypedScalar* scalar = document.ImplicitScalarAt(at);
  if (scalar == nullptr) return {};
  return "; without quotes " + (scalar->is_key ? "the key " + scalar->written : scalar->written) + " is read as " +
         (scalar->is_key ? base::Quote(scalar->json) : scalar->json);
}

namespace {

// RepeatedSearch: finds the paths of the keys that the document records as repeated.
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

// Recursive. The depth is at most that of the document, which its reader limits.
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
