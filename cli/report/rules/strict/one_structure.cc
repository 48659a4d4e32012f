#include "cli/report/rules/rules.h"
#include "cli/report/rules/strict/checks.h"

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

void CheckOneStructure(const SchemaAt& at, std::vector<StrictFinding>& found) {
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

}  // namespace structural::rules
