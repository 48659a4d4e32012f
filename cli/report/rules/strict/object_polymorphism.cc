#include <deque>
#include <map>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "schema/kubernetes/violation.h"

namespace structural::rules {

const crd::Rule kObjectPolymorphism = {
    .id = "object-polymorphism",
    .what = "All branches describe a value as an object with properties, or all as a map.",
    .why =
        "If one branch of allOf, anyOf, oneOf or not has properties and another has "
        "additionalProperties or patternProperties, the value is both an object and a map. Its "
        "unknown keys are then undefined (Restriction 1).",
    .fix =
        "Choose one of the two. Restrict the keys of a map with a rule in "
        "x-kubernetes-validations, or use one field for each kind of value.",
    .section = &crd::kPruningPolymorphicFields};

namespace {

using document::Tree;

// A schema of a value. Its path has a pointer to the path of the surrounding part, which must
// outlive it.
struct Part {
  Tree::Node node;
  kubernetes::FieldPath path;
};
// All schemas of one value, which the skeleton merges; their addresses are stable.
using Group = std::deque<Part>;

class PolymorphismWalk {
 public:
  PolymorphismWalk(const Tree& tree, std::vector<StrictFinding>& found) : tree_(tree), found_(found) {}

  void Value(Group& group) {
    for (std::size_t i = 0; i < group.size(); ++i) AddBranches(group[i], group);
    Check(group);
    Named(group, "properties");
    Named(group, "patternProperties");
    Single(group, "additionalProperties");
    Single(group, "additionalItems");
    Items(group);
  }

 private:
  Tree::Node Find(const Part& part, std::string_view keyword, bool (Tree::*is)(Tree::Node) const) {
    const Tree::Node node = tree_.Member(part.node, keyword);
    return node != Tree::kNone && (tree_.*is)(node) ? node : Tree::kNone;
  }
  Tree::Node Object(const Part& part, std::string_view keyword) { return Find(part, keyword, &Tree::IsObject); }
  Tree::Node Array(const Part& part, std::string_view keyword) { return Find(part, keyword, &Tree::IsArray); }

  void AddElements(const Part& part, std::string_view keyword, Group& to) {
    const Tree::Node list = Array(part, keyword);
    if (list == Tree::kNone) return;
    std::size_t index = 0;
    for (auto item = tree_.FirstChild(list); item != Tree::kNone; item = tree_.Next(item)) {
      to.push_back({item, part.path.Child(keyword, index++)});
    }
  }

  void AddBranches(const Part& part, Group& to) {
    for (const auto junctor : {"allOf", "anyOf", "oneOf"}) AddElements(part, junctor, to);
    const Tree::Node negated = Object(part, "not");
    if (negated != Tree::kNone) to.push_back({negated, part.path.Child("not")});
  }

  void Check(const Group& group);

  // Visits the named parts of the value.
  void Named(const Group& group, std::string_view keyword) {
    std::map<std::string, Group> children;
    for (const Part& part : group) {
      const Tree::Node map = Object(part, keyword);
      if (map == Tree::kNone) continue;
      for (auto child = tree_.FirstChild(map); child != Tree::kNone; child = tree_.Next(child)) {
        const auto named = children.try_emplace(tree_.Key(child)).first;
        named->second.push_back({child, part.path.Child(keyword, named->first)});
      }
    }
    for (auto& [key, child] : children) Value(child);
  }

  void Single(const Group& group, std::string_view keyword) {
    Group child;
    for (const Part& part : group) {
      const Tree::Node node = Object(part, keyword);
      if (node != Tree::kNone) child.push_back({node, part.path.Child(keyword)});
    }
    if (!child.empty()) Value(child);
  }

  // Visits the items of an array by index. If some schemas have a list in `items`, a single schema
  // in `items` is grouped with the first element of the lists.
  void Items(const Group& group) {
    std::vector<Group> children(1);
    for (const Part& part : group) {
      const Tree::Node single = Object(part, "items");
      if (single != Tree::kNone) children[0].push_back({single, part.path.Child("items")});
      Group list;
      AddElements(part, "items", list);
      if (children.size() < list.size()) children.resize(list.size());
      for (std::size_t i = 0; i < list.size(); ++i) children[i].push_back(list[i]);
    }
    for (Group& child : children) {
      if (!child.empty()) Value(child);
    }
  }

  const Tree& tree_;
  std::vector<StrictFinding>& found_;
};

// Reports one finding per value: at the keyword that makes it a map, with the first conflicting
// properties.
void PolymorphismWalk::Check(const Group& group) {
  const Part* fields = nullptr;
  const Part* map = nullptr;
  std::string_view keyword;
  for (const Part& part : group) {
    const bool has_fields = Object(part, "properties") != Tree::kNone;
    if (has_fields && Object(part, "additionalProperties") != Tree::kNone) return;
    if (has_fields && fields == nullptr) fields = &part;
    for (const std::string_view name : {"additionalProperties", "patternProperties"}) {
      const bool is_map = Object(part, name) != Tree::kNone ||
                          (name == "additionalProperties" && Find(part, name, &Tree::IsTrue) != Tree::kNone);
      if (map == nullptr && is_map) map = &part, keyword = name;
    }
  }
  if (fields == nullptr || map == nullptr) return;
  found_.push_back({kObjectPolymorphism.id, tree_.Member(map->node, keyword), map->path.Child(keyword).String(),
                    "the value is a map here, and has fields in " + fields->path.Child("properties").String()});
}

}  // namespace

void CheckObjectPolymorphism(const Tree& tree, const SchemaRoot& root, std::vector<StrictFinding>& found) {
  Group group{{root.node, kubernetes::FieldPath(root.path)}};
  PolymorphismWalk(tree, found).Value(group);
}

}  // namespace structural::rules
