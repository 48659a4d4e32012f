#include <deque>
#include <map>
#include <variant>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"
#include "schema/crd/model/new_structural.h"
#include "schema/crd/rules/validate.h"
#include "schema/kubernetes/violation.h"

namespace structural::rules {

const crd::Rule kOneStructure = {
    .id = "one-structure",
    .what = "A schema has only one of properties, additionalProperties and items.",
    .why =
        "properties describes an object with known fields, additionalProperties a map, and items a "
        "list. A value is only one of them.",
    .fix =
        "Keep the keyword that fits the type and remove the others. The API server refuses "
        "properties together with additionalProperties in new CRDs.",
    .section = &crd::kBlogStructuralSchema};

void CheckOneStructure(const VisitedSchema& at, std::vector<StrictFinding>& found) {
  using document::Tree;
  std::string names;
  int count = 0;
  for (const std::string_view name : {"properties", "additionalProperties", "items"}) {
    const Tree::Node member = at.tree.Member(at.node, name);
    if (member == Tree::kNone || !(at.tree.IsObject(member) || at.tree.IsArray(member))) continue;
    names.append(count++ == 0 ? "" : " and ").append(name);
  }
  if (count > 1) found.push_back({kOneStructure.id, at.node, at.path, "has " + names + " at once"});
}

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

// A schema of a value, and its path. The path points to the path of the surrounding schema, which must outlive it.
struct Part {
  Tree::Node node;
  kubernetes::FieldPath path;
};
// All schemas of one value, inside and outside of allOf, anyOf, oneOf and not. A deque, because paths point to the
// paths of its elements.
using Group = std::deque<Part>;

// PolymorphismWalk: makes the check of CheckObjectPolymorphism for a value and all values in it.
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
    for (const auto composition : {"allOf", "anyOf", "oneOf"}) AddElements(part, composition, to);
    const Tree::Node negated = Object(part, "not");
    if (negated != Tree::kNone) to.push_back({negated, part.path.Child("not")});
  }

  void Check(const Group& group);

  // Visits the schemas in a map of schemas, such as properties. Schemas with the same key are the group of one value.
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

  // Visits the schemas in `items`, grouped by index. If `items` is one schema instead of a list of schemas, this schema
  // belongs to the group of the first index.
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

// Adds at most one finding for the value of the group: at the keyword that makes it a map. The message names the first
// `properties` that conflict with it.
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

const crd::Rule kNestedCompleteness = {
    .id = "nested-completeness",
    .what =
        "A field inside allOf, anyOf, oneOf or not of another field is also specified outside of "
        "them.",
    .why =
        "The API server checks this only for allOf, anyOf, oneOf and not at the root. Below the "
        "root it silently accepts a field that is named only inside them, and prunes it from every "
        "object.",
    .fix =
        "Specify the field (or items) with its type outside of allOf, anyOf, oneOf and not. Keep "
        "only value validations inside.",
    .section = &crd::kKepFormalDefinition};

void CheckNestedCompleteness(const crd::CustomResourceDefinition& crd, base::Arena& arena,
                             std::vector<StrictFinding>& found) {
  const kubernetes::FieldPath spec("spec");
  std::vector<kubernetes::Violation> violations;
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& version = crd.versions[i];
    if (version.schema == nullptr) continue;
    const base::Arena::Mark before = arena.Here();
    const auto structural = crd::NewStructural(*version.schema, arena);
    const kubernetes::FieldPath of_version = spec.Child("versions", i);
    const kubernetes::FieldPath of_schema = of_version.Child("schema");
    if (const auto* schema = std::get_if<const crd::Structural*>(&structural)) {
      crd::CheckNestedCompleteness(**schema, of_schema.Child("openAPIV3Schema"), violations);
    }
    arena.Rewind(before);
  }
  for (const kubernetes::Violation& violation : violations) {
    found.push_back({kNestedCompleteness.id, document::Tree::kNone, violation.field(), violation.Body()});
  }
}

}  // namespace structural::rules
