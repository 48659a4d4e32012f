#include <algorithm>
#include <iterator>
#include <set>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/crd/model/new_structural.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/violation.h"
#include "schema/validate/checks.h"
#include "schema/validate/printed.h"

namespace structural::validate {

bool ValidateSimpleJsonPath(const Context& in, std::string_view rule, std::string_view json_path,
                            const FieldPath& path) {
  if (json_path.starts_with('.')) return true;
  in.errors.Add(kubernetes::Invalid(rule, path, json_path, "must be a simple json path starting with ."));
  return false;
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceColumnDefinition
// (v0.37.2).

constexpr std::string_view kColumnTypes[] = {"boolean", "date", "integer", "number", "string"};
constexpr std::string_view kColumnFormats[] = {"byte",  "date",  "date-time", "double",
                                               "float", "int32", "int64",     "password"};

template <typename List>
std::string OneOf(const List& list) {
  std::string text = "must be one of ";
  for (const std::string_view& name : list) text.append(&name == list ? "" : ",").append(name);
  return text;
}

template <typename List>
bool IsIn(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != std::end(list);
}

void Column(const Context& in, const Value& column, const FieldPath& path) {
  const std::string_view type = TextOf(column.Find("type")), format = TextOf(column.Find("format")),
                         json_path = TextOf(column.Find("JSONPath"));
  if (TextOf(column.Find("name")).empty()) in.errors.Add(kubernetes::Required(kColumns, path.Child("name"), ""));
  if (type.empty()) {
    in.errors.Add(kubernetes::Required(kColumns, path.Child("type"), OneOf(kColumnTypes)));
  } else if (!IsIn(kColumnTypes, type)) {
    in.errors.Add(kubernetes::Invalid(kColumns, path.Child("type"), type, OneOf(kColumnTypes)));
  }
  if (!format.empty() && !IsIn(kColumnFormats, format)) {
    in.errors.Add(kubernetes::Invalid(kColumns, path.Child("format"), format, OneOf(kColumnFormats)));
  }
  if (json_path.empty()) {
    in.errors.Add(kubernetes::Required(kColumns, path.Child("JSONPath"), ""));
  } else {
    ValidateSimpleJsonPath(in, kColumns, json_path, path.Child("JSONPath"));
  }
}

}  // namespace

void ValidateColumns(const Context& in, const Value& holder, const FieldPath& path) {
  const auto columns = ElementsOf(holder.Find("additionalPrinterColumns"));
  for (std::size_t i = 0; i < columns.size() && !in.errors.full(); ++i)
    Column(in, columns[i], path.Child("additionalPrinterColumns", i));
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionSubresources (v0.37.2).

void ReplicasPath(const Context& in, std::string_view json_path, std::string_view prefix, const FieldPath& path,
                  std::string_view detail) {
  if (json_path.empty()) {
    in.errors.Add(kubernetes::Required(kSubresources, path, ""));
  } else if (ValidateSimpleJsonPath(in, kSubresources, json_path, path) && !json_path.starts_with(prefix)) {
    in.errors.Add(kubernetes::Invalid(kSubresources, path, json_path, detail));
  }
}

}  // namespace

bool HasStatusEnabled(const Value* subresources) { return Below(subresources, "status") != nullptr; }

void ValidateSubresources(const Context& in, const Value& holder, const FieldPath& parent) {
  const Value* scale = Below(holder.Find("subresources"), "scale");
  if (scale == nullptr) return;
  const FieldPath path = parent.Child("subresources");
  ReplicasPath(in, TextOf(scale->Find("specReplicasPath")), ".spec.", path.Child("scale.specReplicasPath"),
               "should be a json path under .spec");
  ReplicasPath(in, TextOf(scale->Find("statusReplicasPath")), ".status.", path.Child("scale.statusReplicasPath"),
               "should be a json path under .status");
  const std::string_view selector = TextOf(scale->Find("labelSelectorPath"));
  const FieldPath at = path.Child("scale.labelSelectorPath");
  if (selector.empty() || !ValidateSimpleJsonPath(in, kSubresources, selector, at)) return;
  if (selector.starts_with(".spec.") || selector.starts_with(".status.")) return;
  in.errors.Add(kubernetes::InvalidPrinted(kSubresources, at, PrintedText(selector),
                                           "should be a json path under either .spec or .status"));
}

namespace {

// Upstream: apis/apiextensions/validation/validation.go ValidateCustomResourceSelectableFields, and
// its callers (v0.37.2).

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

// Checks the selectable fields of `holder`. If the schema has no structural form, reports the reason, and checks no
// path against the schema. A server would panic at the first valid path.
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

namespace {

// Upstream: apis/apiextensions/validation/validation.go validateCustomResourceDefinitionVersion,
// validateDeprecationWarning (v0.37.2).

// Returns the error about the first character that Go does not consider printable; nullopt if all characters are
// printable.
std::optional<std::string> NotPrintable(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const base::Rune rune = base::DecodeRune(text.substr(i));
    if (!base::IsPrint(rune.value)) {
      return "must only contain printable UTF-8 characters; non-printable character found at "
             "index " +
             std::to_string(i);
    }
    i += static_cast<std::size_t>(rune.size);
  }
  return std::nullopt;
}

kubernetes::Reasons DeprecationWarning(bool deprecated, std::string_view warning) {
  if (!deprecated) return {"can only be set for deprecated versions"};
  kubernetes::Reasons reasons;
  if (warning.size() > 256) reasons.push_back("must be <= 256 characters long");
  if (warning.empty()) reasons.push_back("must not be an empty string");
  if (auto reason = NotPrintable(warning)) reasons.push_back(*std::move(reason));
  return reasons;
}

}  // namespace

void ValidateVersion(const Context& in, const Value& version, const FieldPath& path, bool status_enabled) {
  if (const Value* warning = version.Find("deprecationWarning")) {
    const bool deprecated = IsTrue(version.Find("deprecated"));
    for (const std::string& reason : DeprecationWarning(deprecated, TextOf(warning))) {
      in.errors.Add(
          kubernetes::InvalidPrinted(kDeprecation, path.Child("deprecationWarning"), PrintedJson(warning), reason));
    }
  }
  const Value* schema = version.Find("schema");
  const std::string_view name = TextOf(version.Find("name"));
  ValidateSchema(in, schema, status_enabled, name, path.Child("schema"));
  ValidateSubresources(in, version, path);
  ValidateColumns(in, version, path);
  ValidateSelectableFields(in, version, SchemaIn(in.crd, schema), name, path);
}

}  // namespace structural::validate
