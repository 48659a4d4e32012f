#include "schema/crd/rules/catalog.h"

#include "schema/go/pattern.h"

namespace structural::crd {
namespace {

std::vector<const Rule*> Collect() {
  std::vector<const Rule*> all = {&kPreserveUnknownFields};
  for (const Rule& rule : StructuralRules()) all.push_back(&rule);
  all.push_back(&kCompleteness);
  for (const Rule& rule : NestedRules()) all.push_back(&rule);
  for (const Rule& rule : UnsupportedRules()) all.push_back(&rule);
  return all;
}

}  // namespace

const Rule kPreserveUnknownFields = {
    .id = "preserve-unknown-fields",
    .what = "spec.preserveUnknownFields is false.",
    .why =
        "With spec.preserveUnknownFields: true the API server stores every field that a client "
        "sends. apiextensions.k8s.io/v1 does not allow it.",
    .fix =
        "Set spec.preserveUnknownFields: false. To keep unknown fields in a part of the object, "
        "set x-kubernetes-preserve-unknown-fields: true in that part of the schema.",
    .section = &kBlogPruning};

std::span<const Rule* const> AllRules() {
  static const std::vector<const Rule*> all = Collect();
  return all;
}

void CheckPattern(std::string_view pattern, const kubernetes::FieldPath& path,
                  std::vector<kubernetes::Violation>& found) {
  if (pattern.empty()) return;
  const auto error = go::CompileError(pattern);
  if (!error) return;
  found.push_back(kubernetes::Invalid(kPattern, path.Child("pattern"), pattern,
                                      "must be a valid regular expression, but isn't: " + *error));
}

}  // namespace structural::crd
