#include "cli/report/rules/strict/strict.h"

#include "cli/report/rules/strict/checks.h"

namespace structural::rules {
namespace {

using document::Tree;

constexpr void (*kOfSchemas[])(const SchemaAt&, std::vector<StrictFinding>&) = {
    CheckOneStructure, CheckIneffectiveKeywords, CheckUnknownFormat, CheckMistypedValues};

}  // namespace

std::vector<StrictFinding> FindStrict(const Tree& tree, const crd::CustomResourceDefinition& crd, base::Arena& arena) {
  std::vector<StrictFinding> found;
  CheckFields(tree, crd.api_version, found);
  for (const SchemaRoot& root : SchemaRoots(tree)) {
    ForEachSchema(tree, root, [&](const SchemaAt& at) {
      for (const auto check : kOfSchemas) check(at, found);
    });
    CheckObjectPolymorphism(tree, root, found);
  }
  CheckNestedCompleteness(crd, arena, found);
  return found;
}

}  // namespace structural::rules
