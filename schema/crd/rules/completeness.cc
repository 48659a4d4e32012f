#include "schema/crd/rules/catalog.h"
#include "schema/crd/rules/validate.h"
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
  return s.extensions->x_embedded_resource && (key == "apiVersion" || key == "kind" || key == "metadata");
}

// Returns the schema of unnamed keys, or null.
const Structural* MapOf(const Structural& s) {
  return s.additional_properties == nullptr ? nullptr : s.additional_properties->structural;
}

// Visits a value validation at `value_path`, together with the structural schema for the same value at `path`.
class CompletenessWalk {
 public:
  // `lenient`: whether implicitly specified fields are complete.
  CompletenessWalk(bool lenient, std::vector<kubernetes::Violation>& found)
      : lenient_(lenient), found_(found), budget_(found) {}

  // Checks allOf, anyOf, oneOf and not of each schema below.
  void Below(const Structural& schema, const kubernetes::FieldPath& path) {
    const auto at = [&](const Structural& s, const kubernetes::FieldPath& where) {
      Junctors(*s.value_validation, s, where, where);
      Below(s, where);
    };
    if (schema.items != nullptr) at(*schema.items, path.Child("items"));
    for (const auto& [key, field] : schema.properties) at(*field, path.Child("properties", key));
    if (const Structural* values = MapOf(schema)) {
      at(*values, path.Child("additionalProperties"));
    }
  }

  void Junctors(const ValueValidation& v, const Structural& s, const kubernetes::FieldPath& path,
                const kubernetes::FieldPath& value_path) {
    if (v.not_schema != nullptr) Nested(*v.not_schema, s, path, value_path.Child("not"));
    Each(v.all_of, "allOf", s, path, value_path);
    Each(v.any_of, "anyOf", s, path, value_path);
    Each(v.one_of, "oneOf", s, path, value_path);
  }

 private:
  void Each(List<NestedValueValidation> list, std::string_view junctor, const Structural& s,
            const kubernetes::FieldPath& path, const kubernetes::FieldPath& value_path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Nested(*list[i], s, path, value_path.Child(junctor, i));
    }
  }

  void Nested(const NestedValueValidation& v, const Structural& s, const kubernetes::FieldPath& path,
              const kubernetes::FieldPath& value_path) {
    if (budget_.exhausted()) return;
    Junctors(*v.value_validation, s, path, value_path);
    if (v.items != nullptr) Counterpart(*v.items, s.items, path.Child("items"), value_path.Child("items"));
    for (const auto& [key, field] : v.properties) Field(key, *field, s, path, value_path);
  }

  void Field(std::string_view key, const NestedValueValidation& v, const Structural& s,
             const kubernetes::FieldPath& path, const kubernetes::FieldPath& value_path) {
    const kubernetes::FieldPath of_value = value_path.Child("properties", key);
    const Structural* field = s.properties.Find(key);
    if (lenient_ && field == nullptr) {
      if (IsImplied(s, key)) return;
      if (const Structural* values = MapOf(s)) {
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

}  // namespace

void CheckCompleteness(const Structural& schema, const kubernetes::FieldPath& path,
                       std::vector<kubernetes::Violation>& found) {
  CompletenessWalk(false, found).Junctors(*schema.value_validation, schema, path, path);
}

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

}  // namespace structural::crd
