#include "schema/crd/rules/validate.h"

#include <algorithm>

#include "schema/crd/rules/catalog.h"
#include "schema/kubernetes/violation.h"

namespace structural::crd {

const Rule kCompleteness = {
    .id = "completeness",
    .what = "A field inside allOf, anyOf, oneOf or not of the root is also specified outside of them.",
    .why =
        "The fields of an object must be known without evaluating allOf, anyOf, oneOf and not. A "
        "field that is named only inside them would be pruned.",
    .fix =
        "Specify the field (or items) with its type outside of allOf, anyOf, oneOf and not. Keep "
        "only value validations inside.",
    .section = &kKepFormalDefinition};

namespace {

constexpr std::string_view kDefinedIn = "because it is defined in ";

bool IsImplied(const Structural& s, std::string_view key) {
  return s.extensions->x_embedded_resource && IsMetaField(key);
}

// Checks the fields that allOf, anyOf, oneOf and not restrict. The schema outside of them, for the same value, must
// specify each of these fields. `value_path` is the path of the restriction, and `path` that of the schema.
class CompletenessWalk {
 public:
  // `lenient`: true if fields that are specified implicitly (keys of a map, and apiVersion, kind and metadata of an
  // embedded resource) are complete; false if they are violations.
  CompletenessWalk(bool lenient, std::vector<kubernetes::Violation>& found)
      : lenient_(lenient), found_(found), budget_(found) {}

  // Checks allOf, anyOf, oneOf and not of each schema inside `schema`, but not those of `schema` itself.
  void Below(const Structural& schema, const kubernetes::FieldPath& path) {
    const auto at = [&](const Structural& s, const kubernetes::FieldPath& where) {
      Compositions(*s.value_validation, s, where, where);
      Below(s, where);
    };
    if (schema.items != nullptr) at(*schema.items, path.Child("items"));
    for (const auto& [key, field] : schema.properties) at(*field, path.Child("properties", key));
    if (const Structural* values = AdditionalPropertiesOf(schema)) {
      at(*values, path.Child("additionalProperties"));
    }
  }

  void Compositions(const ValueValidation& v, const Structural& s, const kubernetes::FieldPath& path,
                    const kubernetes::FieldPath& value_path) {
    if (v.not_schema != nullptr) Nested(*v.not_schema, s, path, value_path.Child("not"));
    Each(v.all_of, "allOf", s, path, value_path);
    Each(v.any_of, "anyOf", s, path, value_path);
    Each(v.one_of, "oneOf", s, path, value_path);
  }

 private:
  void Each(List<NestedValueValidation> list, std::string_view composition, const Structural& s,
            const kubernetes::FieldPath& path, const kubernetes::FieldPath& value_path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Nested(*list[i], s, path, value_path.Child(composition, i));
    }
  }

  void Nested(const NestedValueValidation& v, const Structural& s, const kubernetes::FieldPath& path,
              const kubernetes::FieldPath& value_path) {
    if (budget_.exhausted()) return;
    Compositions(*v.value_validation, s, path, value_path);
    if (v.items != nullptr) Counterpart(*v.items, s.items, path.Child("items"), value_path.Child("items"));
    for (const auto& [key, field] : v.properties) Field(key, *field, s, path, value_path);
  }

  void Field(std::string_view key, const NestedValueValidation& v, const Structural& s,
             const kubernetes::FieldPath& path, const kubernetes::FieldPath& value_path) {
    const kubernetes::FieldPath of_value = value_path.Child("properties", key);
    const Structural* field = s.properties.Find(key);
    if (lenient_ && field == nullptr) {
      if (IsImplied(s, key)) return;
      if (const Structural* values = AdditionalPropertiesOf(s)) {
        return Nested(v, *values, path.Child("additionalProperties"), of_value);
      }
    }
    Counterpart(v, field, path.Child("properties", key), of_value);
  }

  void Counterpart(const NestedValueValidation& v, const Structural* s, const kubernetes::FieldPath& path,
                   const kubernetes::FieldPath& value_path) {
    if (s != nullptr) return Nested(v, *s, path, value_path);
    found_.push_back(kubernetes::Required(kCompleteness.id, path, std::string(kDefinedIn) + value_path.String()));
  }

  const bool lenient_;
  std::vector<kubernetes::Violation>& found_;
  kubernetes::ViolationBudget budget_;
};

// Checks structural completeness: each field and `items` inside allOf, anyOf, oneOf or not must also be specified
// outside of them. Appends a violation for each field or `items` that is not.
//
// Like Kubernetes, and unlike the KEP, this function checks only allOf, anyOf, oneOf and not of `schema` itself, with
// the fields and items inside them. It does not check those of the schemas in `properties` and `items` of `schema`.
//
// Upstream: k8s.io/apiextensions-apiserver pkg/apiserver/schema/complete.go (v0.37.2).
void CheckCompleteness(const Structural& schema, const kubernetes::FieldPath& path,
                       std::vector<kubernetes::Violation>& found) {
  CompletenessWalk(false, found).Compositions(*schema.value_validation, schema, path, path);
}

}  // namespace

void CheckNestedCompleteness(const Structural& schema, const kubernetes::FieldPath& path,
                             std::vector<kubernetes::Violation>& found) {
  CompletenessWalk(true, found).Below(schema, path);
}

kubernetes::Violation MoveToPath(const kubernetes::Violation& violation, std::string_view from, std::string_view to) {
  kubernetes::Violation moved = violation;
  moved.error.field.replace(0, from.size(), to);
  if (violation.rule == kCompleteness.id) moved.error.detail.replace(kDefinedIn.size(), from.size(), to);
  return moved;
}

namespace {

using kubernetes::FieldPath;

// The branches of a schema with an int-or-string pattern, in which types are allowed:
//   anyOf: [{type: integer}, {type: string}]   or   allOf: [{anyOf: [{type: integer}, {type: string}]}, …]
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
    Compositions(*s.value_validation, ExemptIn(*s.value_validation), path);
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

  void Compositions(const ValueValidation& v, Exempt exempt, const FieldPath& path) {
    if (!exempt.any_of) Each(v.any_of, "anyOf", false, path);
    Each(v.all_of, "allOf", exempt.any_of_of_first_all_of, path);
    Each(v.one_of, "oneOf", false, path);
    if (v.not_schema != nullptr) Nested(*v.not_schema, {}, path.Child("not"));
  }

  void Each(List<NestedValueValidation> list, std::string_view composition, bool exempt_first, const FieldPath& path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Nested(*list[i], {.any_of = exempt_first && i == 0}, path.Child(composition, i));
    }
  }

  void Nested(const NestedValueValidation& v, Exempt exempt, const FieldPath& path) {
    if (budget_.exhausted()) return;
    CheckNested(v, path, found_);
    Compositions(*v.value_validation, exempt, path);
    if (v.items != nullptr) Nested(*v.items, {}, path.Child("items"));
    for (const auto& [key, field] : v.properties) Nested(*field, {}, path.Child("properties", key));
    // additionalProperties is not visited, because the keyword itself is a violation inside allOf, anyOf, oneOf and
    // not.
  }

  std::vector<kubernetes::Violation>& found_;
  kubernetes::ViolationBudget budget_;
};

// Returns the violations sorted bytewise by their texts.
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
