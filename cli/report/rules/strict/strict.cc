#include "cli/report/rules/strict/strict.h"

#include "cli/report/rules/strict/checks.h"

namespace structural::rules {
namespace {

using document::Tree;

constexpr std::string_view kSchemaKey = "openAPIV3Schema";

Tree::Node Member(const Tree& tree, Tree::Node node, std::string_view key) {
  return node == Tree::kNone ? node : tree.Member(node, key);
}

bool IsListOfSchemas(std::string_view key) { return key == "allOf" || key == "anyOf" || key == "oneOf"; }

// SchemasWalk: visits a schema and all schemas below it. Parameters with the name `nested` mean: inside of allOf,
// anyOf, oneOf or not.
class SchemasWalk {
 public:
  SchemasWalk(const Tree& tree, const SchemaRoot& root, const std::function<void(const VisitedSchema&)>& visit)
      : tree_(tree), visit_(visit), path_(root.path) {
    Schema(root.node, root.node, false);
  }

 private:
  void Schema(Tree::Node node, Tree::Node structural, bool nested) {
    if (!tree_.IsObject(node)) return;
    visit_({tree_, node, structural, path_.text()});
    for (auto child = tree_.FirstChild(node); child != Tree::kNone; child = tree_.Next(child)) {
      const std::string key = tree_.Key(child);
      path_.In("." + key, [&] { Keyword(key, child, structural, nested); });
    }
  }

  void Keyword(const std::string& key, Tree::Node node, Tree::Node structural, bool nested) {
    if (key == "not") return Schema(node, structural, true);
    if (IsListOfSchemas(key))
      return List(
          node, [&](Tree::Node) { return structural; }, true);
    // The schema for the same part of the value that is outside of allOf, anyOf, oneOf and not. If `nested` is false,
    // the schema itself is outside of them.
    const Tree::Node outside = nested ? Member(tree_, structural, key) : node;
    if (key == "items" && tree_.IsArray(node)) {
      List(
          node, [&](Tree::Node item) { return nested ? Tree::kNone : item; }, nested);
    } else if (key == "items" || key == "additionalProperties" || key == "additionalItems") {
      Schema(node, outside, nested);
    } else if (key == "properties" || key == "patternProperties") {
      Map(node, outside, nested);
    }
  }

  void Map(Tree::Node map, Tree::Node outside, bool nested) {
    if (!tree_.IsObject(map)) return;
    for (auto child = tree_.FirstChild(map); child != Tree::kNone; child = tree_.Next(child)) {
      const std::string name = tree_.Key(child);
      const Tree::Node field = nested ? Member(tree_, outside, name) : child;
      path_.In("[" + name + "]", [&] { Schema(child, field, nested); });
    }
  }

  // Visits the schemas in a list. `structural_of` returns, for an element, VisitedSchema::structural_schema.
  template <typename StructuralOf>
  void List(Tree::Node list, StructuralOf&& structural_of, bool nested) {
    if (!tree_.IsArray(list)) return;
    std::size_t index = 0;
    for (auto child = tree_.FirstChild(list); child != Tree::kNone; child = tree_.Next(child)) {
      path_.In("[" + std::to_string(index++) + "]", [&] { Schema(child, structural_of(child), nested); });
    }
  }

  const Tree& tree_;
  const std::function<void(const VisitedSchema&)>& visit_;
  PathText path_;
};

}  // namespace

std::vector<SchemaRoot> SchemaRoots(const Tree& tree) {
  std::vector<SchemaRoot> roots;
  const auto add = [&](Tree::Node holder, const std::string& path) {
    const Tree::Node node = Member(tree, holder, kSchemaKey);
    if (node != Tree::kNone) roots.push_back({node, path + "." + std::string(kSchemaKey)});
  };
  const Tree::Node spec = Member(tree, Tree::kRoot, "spec");
  add(Member(tree, spec, "validation"), "spec.validation");
  const Tree::Node versions = Member(tree, spec, "versions");
  if (versions == Tree::kNone || !tree.IsArray(versions)) return roots;
  std::size_t index = 0;
  for (auto item = tree.FirstChild(versions); item != Tree::kNone; item = tree.Next(item)) {
    add(Member(tree, item, "schema"), "spec.versions[" + std::to_string(index++) + "].schema");
  }
  return roots;
}

void ForEachSchema(const Tree& tree, const SchemaRoot& root, const std::function<void(const VisitedSchema&)>& visit) {
  SchemasWalk(tree, root, visit);
}

namespace {

constexpr void (*kOfSchemas[])(const VisitedSchema&, std::vector<StrictFinding>&) = {
    CheckOneStructure, CheckIneffectiveKeywords, CheckUnknownFormat, CheckMistypedValues};

}  // namespace

std::vector<StrictFinding> FindStrict(const Tree& tree, const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  std::vector<StrictFinding> found;
  CheckFields(tree, crd.api_version, found);
  for (const SchemaRoot& root : SchemaRoots(tree)) {
    ForEachSchema(tree, root, [&](const VisitedSchema& at) {
      for (const auto check : kOfSchemas) check(at, found);
    });
    CheckObjectPolymorphism(tree, root, found);
  }
  CheckNestedCompleteness(crd, arena, found);
  return found;
}

}  // namespace structural::rules
