#include "schema/crd/rules/validate.h"

#include <algorithm>

#include "schema/crd/rules/catalog.h"

namespace structural::crd {
namespace {

using kubernetes::FieldPath;

// Branches of the int-or-string pattern, where types are allowed:
//   anyOf: [{type: integer}, {type: string}]   or   allOf: [{anyOf: [the same]}, …]
struct Exempt {
  bool any_of = false;
  bool any_of_of_first_all_of = false;
};

class ValidateWalk {
 public:
  explicit ValidateWalk(std::vector<kubernetes::Violation>& found) : found_(found), budget_(found) {}

  void Schema(const Structural& s, Level level, const FieldPath& path) {
    if (budget_.exhausted()) return;
    const StructuralNode node{s, level, path, found_};
    for (const StructuralRule& rule : StructuralRules()) rule.check(node, rule.id);
    Junctors(*s.value_validation, ExemptIn(*s.value_validation), path);
    if (s.items != nullptr) Schema(*s.items, Level::kItem, path.Child("items"));
    for (const auto& [key, field] : s.properties) {
      Schema(*field, Level::kField, path.Child("properties", key));
    }
    if (s.additional_properties != nullptr && s.additional_properties->structural != nullptr) {
      Schema(*s.additional_properties->structural, Level::kField, path.Child("additionalProperties"));
    }
  }

 private:
  static Exempt ExemptIn(const ValueValidation& v) {
    return {IsIntOrString(v.any_of), !v.all_of.empty() && IsIntOrString(v.all_of.front()->value_validation->any_of)};
  }

  void Junctors(const ValueValidation& v, Exempt exempt, const FieldPath& path) {
    if (!exempt.any_of) Each(v.any_of, "anyOf", false, path);
    Each(v.all_of, "allOf", exempt.any_of_of_first_all_of, path);
    Each(v.one_of, "oneOf", false, path);
    if (v.not_schema != nullptr) Nested(*v.not_schema, {}, path.Child("not"));
  }

  void Each(List<NestedValueValidation> list, std::string_view junctor, bool exempt_first, const FieldPath& path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Nested(*list[i], {.any_of = exempt_first && i == 0}, path.Child(junctor, i));
    }
  }

  void Nested(const NestedValueValidation& v, Exempt exempt, const FieldPath& path) {
    if (budget_.exhausted()) return;
    CheckNested(v, path, found_);
    Junctors(*v.value_validation, exempt, path);
    if (v.items != nullptr) Nested(*v.items, {}, path.Child("items"));
    for (const auto& [key, field] : v.properties) Nested(*field, {}, path.Child("properties", key));
    // additionalProperties are not checked further, because the keyword itself is a violation here.
  }

  std::vector<kubernetes::Violation>& found_;
  kubernetes::ViolationBudget budget_;
};

// Bytewise by text.
std::vector<kubernetes::Violation> Sorted(std::vector<kubernetes::Violation> found) {
  std::vector<std::pair<std::string, std::size_t>> texts;
  for (std::size_t i = 0; i < found.size(); ++i) texts.emplace_back(found[i].Text(), i);
  std::ranges::sort(texts);
  std::vector<kubernetes::Violation> sorted;
  for (const auto& [text, at] : texts) sorted.push_back(std::move(found[at]));
  return sorted;
}

}  // namespace

std::vector<kubernetes::Violation> ValidateStructural(const FieldPath& path, const Structural& schema) {
  std::vector<kubernetes::Violation> found;
  ValidateWalk(found).Schema(schema, Level::kRoot, path);
  CheckCompleteness(schema, path, found);
  return Sorted(std::move(found));
}

}  // namespace structural::crd
