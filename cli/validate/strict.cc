#include "cli/validate/strict.h"

#include <set>

#include "cli/shared/wrap.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/type.h"

namespace structural::cli {
namespace {

using document::Tree;
using kubernetes::Type;
using model::Structural;

// Takes the first step off a path: "spec", or "[0]".
std::string_view TakeStep(std::string_view& path) {
  if (path.starts_with('.')) path.remove_prefix(1);
  const std::string_view step = path.starts_with('[') ? path.substr(0, path.find(']') + 1)
                                                      : path.substr(0, path.find_first_of(".["));
  path.remove_prefix(step.size());
  return step;
}

// What is known where a path leads: a schema, or a Go type.
struct Known {
  const Structural* schema = nullptr;
  const Type* type = nullptr;
  bool is_resource = false;
};

const Structural* Below(const Structural& schema, std::string_view step) {
  if (step.starts_with('[')) return schema.items;
  const Structural* property = schema.properties.Find(step);
  if (property != nullptr || schema.additional_properties == nullptr) return property;
  return schema.additional_properties->structural;
}

Known Below(const Known& known, std::string_view step) {
  if (known.is_resource && step == "metadata") return {.type = &kubernetes::kObjectMeta};
  if (known.type != nullptr) {
    const kubernetes::Field* field = known.type->Find(step);
    return {.type = step.starts_with('[') ? known.type->element
                    : field != nullptr    ? field->type
                                          : nullptr};
  }
  const Structural* schema = known.schema == nullptr ? nullptr : Below(*known.schema, step);
  return {.schema = schema,
          .is_resource = schema != nullptr && schema->extensions->x_embedded_resource};
}

std::vector<std::string_view> FieldsOf(const Known& known) {
  std::vector<std::string_view> names;
  if (known.is_resource) names = {"apiVersion", "kind", "metadata"};
  if (known.schema != nullptr)
    for (const auto& [key, property] : known.schema->properties) names.push_back(key);
  if (known.type != nullptr)
    for (const kubernetes::Field& field : known.type->fields) names.push_back(field.name);
  return names;
}

// Paths of members at places, one after the other.
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

// As deep as a document, which its reader bounds.
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
    if (!is_array && places_.erase(document_.At(begin_ + tree_.Offset(child))) != 0)
      found_.push_back(below);
    if (places_.empty()) return;
    Visit(child, below);
  }
}

}  // namespace

std::string NearestField(const Structural* schema, std::string_view unknown) {
  Known known{.schema = schema, .is_resource = true};
  std::string_view rest = unknown;
  std::string_view step = TakeStep(rest);
  for (; !rest.empty() && !step.empty(); step = TakeStep(rest)) known = Below(known, step);
  const std::string_view meant = MostSimilar(step, FieldsOf(known));
  if (meant.empty()) return {};
  return std::string(unknown.substr(0, unknown.size() - step.size())).append(meant);
}

std::vector<std::string> RepeatedKeys(const document::Document& document, const Tree& tree,
                                      std::size_t begin) {
  return RepeatedSearch(document, tree, begin).Run();
}

}  // namespace structural::cli
