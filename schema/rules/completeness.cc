#include "schema/rules/completeness.h"

#include "schema/rules/catalog.h"

namespace structural::rules {

const Rule kCompleteness = {
    .id = "completeness",
    .what = "What a junctor of the root restricts is specified outside of it, too.",
    .why =
        "Which fields an object has must be apparent without understanding allOf, anyOf, oneOf "
        "and not: a field that only a junctor names would be pruned.",
    .fix =
        "Specify the field (or items) with its type outside of the junctor as well; keep only "
        "value validations inside.",
    .section = &kKepFormalDefinition};

namespace {

// The value validation at `value_path` is followed in step with the structural schema for the same
// value at `path`.
class Walk {
 public:
  explicit Walk(std::vector<base::Violation>& found) : found_(found) {}

  void Junctors(const model::ValueValidation& v, const model::Structural& s,
                const base::FieldPath& path, const base::FieldPath& value_path) {
    if (v.not_schema != nullptr) Nested(*v.not_schema, s, path, value_path.Child("not"));
    Each(v.all_of, "allOf", s, path, value_path);
    Each(v.any_of, "anyOf", s, path, value_path);
    Each(v.one_of, "oneOf", s, path, value_path);
  }

 private:
  void Each(model::List<model::NestedValueValidation> list, std::string_view junctor,
            const model::Structural& s, const base::FieldPath& path,
            const base::FieldPath& value_path) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Nested(*list[i], s, path, value_path.Child(junctor, i));
    }
  }

  void Nested(const model::NestedValueValidation& v, const model::Structural& s,
              const base::FieldPath& path, const base::FieldPath& value_path) {
    Junctors(*v.value_validation, s, path, value_path);
    if (v.items != nullptr)
      Counterpart(*v.items, s.items, path.Child("items"), value_path.Child("items"));
    for (const auto& [key, field] : v.properties) {
      Counterpart(*field, s.properties.Find(key), path.Child("properties", key),
                  value_path.Child("properties", key));
    }
  }

  void Counterpart(const model::NestedValueValidation& v, const model::Structural* s,
                   const base::FieldPath& path, const base::FieldPath& value_path) {
    if (s != nullptr) return Nested(v, *s, path, value_path);
    found_.push_back(
        base::Required(kCompleteness.id, path, "because it is defined in " + value_path.String()));
  }

  std::vector<base::Violation>& found_;
};

}  // namespace

void CheckCompleteness(const model::Structural& schema, const base::FieldPath& path,
                       std::vector<base::Violation>& found) {
  Walk(found).Junctors(*schema.value_validation, schema, path, path);
}

}  // namespace structural::rules
