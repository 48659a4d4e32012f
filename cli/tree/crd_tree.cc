#include "cli/tree/crd_tree.h"

#include <algorithm>
#include <set>

#include "schema/crd/evaluate.h"

namespace structural::tree {
namespace {

using kubernetes::Violation;

std::vector<Violation> EachOnce(std::vector<Violation> violations) {
  std::set<std::string> seen;
  std::erase_if(violations, [&](const Violation& each) { return !seen.insert(each.text).second; });
  return violations;
}

std::unique_ptr<Node> RootOf(const crd::Version& version, std::size_t index,
                             const std::vector<std::string_view>& violations) {
  if (version.schema == nullptr) return nullptr;
  return SchemaTree(*version.schema, index, violations);
}

}  // namespace

std::vector<std::size_t> CrdTree::OutsideOfSchemas() const {
  std::vector<std::size_t> outside;
  for (std::size_t i = 0; i < violations.size(); ++i) {
    if (!violations[i].field().starts_with("spec.versions[")) outside.push_back(i);
  }
  return outside;
}

CrdTree TreesOf(const crd::CustomResourceDefinition& crd, std::string_view version,
                base::Arena& arena) {
  crd::Verdict verdict = crd::Evaluate(crd, arena);
  CrdTree tree{crd, EachOnce(std::move(verdict.violations)), "", {}};
  if (verdict.condition && tree.violations.empty()) tree.error = verdict.condition->message;
  std::vector<std::string_view> paths;
  for (const Violation& violation : tree.violations) paths.push_back(violation.field());
  for (std::size_t i = 0; i < crd.versions.size(); ++i) {
    const crd::Version& each = crd.versions[i];
    if (!version.empty() && each.name != version) continue;
    tree.versions.push_back({each.name, each.served, RootOf(each, i, paths)});
  }
  return tree;
}

}  // namespace structural::tree
