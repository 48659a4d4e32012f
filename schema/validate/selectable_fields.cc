// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceSelectableFields, and
// its callers (v0.37.2).
#include <set>

#include "schema/crd/model/new_structural.h"
#include "schema/kubernetes/field_error.h"
#include "schema/validate/checks.h"
#include "schema/validate/json_path.h"

namespace structural::validate {
namespace {

constexpr std::int64_t kMaxSelectableFields = 8;

void InvalidField(const Context& in, const FieldPath& path, std::string_view json_path, std::string_view detail) {
  in.errors.Add(kubernetes::Invalid(kSelectableFields, path, json_path, detail));
}

bool IsSelectable(const crd::Structural* schema) {
  if (schema == nullptr) return false;
  const std::string_view type = schema->generic.type;
  return type == "string" || type == "boolean" || type == "integer";
}

void SelectableField(const Context& in, std::string_view json_path, const crd::Structural* schema,
                     const FieldPath& path, std::set<std::string>& seen) {
  if (json_path.empty()) return in.errors.Add(kubernetes::Required(kSelectableFields, path, ""));
  const auto walked = ValidFieldPath(json_path, schema, false);
  if (const auto* error = std::get_if<std::string>(&walked))
    return InvalidField(in, path, json_path, "is an invalid path: " + *error);
  const FoundField& found = std::get<FoundField>(walked);
  if (found.root == "metadata") InvalidField(in, path, json_path, "must not point to fields in metadata");
  if (!IsSelectable(found.schema)) {
    InvalidField(in, path, json_path,
                 "must point to a field of type string, boolean or integer. Enum string fields "
                 "and strings with formats are allowed.");
  }
  if (seen.insert(found.path).second) return;
  in.errors.Add(kSelectableFields, kubernetes::DuplicateError({path.String()}, Value::String(json_path)));
}

void FieldsOf(const Context& in, std::span<const Value> fields, const crd::Structural* schema,
              std::string_view in_version, const FieldPath& path) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < fields.size() && !in.errors.full(); ++i) {
    const FieldPath field = path.Child("selectableFields", i);
    SelectableField(in, TextOf(fields[i].Find("jsonPath")), schema, field.Child("jsonPath"), seen);
  }
  const auto count = static_cast<std::int64_t>(seen.size());
  const auto& allowed = in.options.allow_too_many_selectable_fields;
  if (count <= kMaxSelectableFields || allowed.contains(in_version)) return;
  in.errors.Add(kSelectableFields,
                kubernetes::TooManyError({path.Child("selectableFields").String()}, count, kMaxSelectableFields));
}

}  // namespace

// If the schema has no structural form, a server would panic at the first valid path.
void ValidateSelectableFields(const Context& in, const Value& holder, const crd::JSONSchemaProps* schema,
                              std::string_view in_version, const FieldPath& path) {
  const auto fields = ElementsOf(holder.Find("selectableFields"));
  if (fields.empty()) return;
  if (schema == nullptr) {
    const bool shared = &holder == &in.spec();
    const Value* validation = shared ? holder.Find("validation") : nullptr;
    if (validation != nullptr && validation->is_object()) return FieldsOf(in, fields, nullptr, in_version, path);
    const std::string_view detail = shared ? "may only be set when validations.schema is included"
                                           : "may only be set when `version.schema.openAPIV3Schema` is not included";
    return InvalidField(in, path.Child("selectableFields"), "", detail);
  }
  const base::Arena::Mark before = in.arena.Here();
  const auto structural = crd::NewStructural(*schema, in.arena, crd::EmptyLists::kKeep);
  if (const auto* reason = std::get_if<crd::NotRepresentable>(&structural)) {
    InvalidField(in, path.Child("schema.openAPIV3Schema"), "", reason->text);
  }
  const auto* form = std::get_if<const crd::Structural*>(&structural);
  FieldsOf(in, fields, form == nullptr ? nullptr : *form, in_version, path);
  in.arena.Rewind(before);
}

}  // namespace structural::validate
