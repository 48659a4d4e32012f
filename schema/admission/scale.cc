#include <limits>
#include <ranges>
#include <string>
#include <variant>

#include "schema/admission/resource.h"
#include "schema/admission/validate.h"
#include "schema/kubernetes/field_error.h"

namespace structural::admission {
namespace {

using json::Value;
using kubernetes::InvalidError;

// Returns the field at a path in the form of CRDs: ".spec.replicas".
kubernetes::FieldName FieldAt(std::string_view path) {
  kubernetes::FieldName field{std::string(path)};
  for (const auto part : std::views::split(path, '.')) {
    const std::string_view name(part.begin(), part.end());
    if (!name.empty()) field.steps.PushName(name);
  }
  return field;
}

void Replicas(std::string_view path, const Value& object, ResourceErrors& to) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  const kubernetes::FieldName field = FieldAt(path);
  const auto found = NestedField(object, path);
  if (const auto* error = std::get_if<std::string>(&found)) return to.Add(InvalidError(field, Value::Int(0), *error));
  const Value* value = std::get<const Value*>(found);
  if (value == nullptr) return;
  if (value->kind() != Value::Kind::kInt) {
    return to.Add(InvalidError(field, Value::Int(0), AccessorError(path, *value, "int64")));
  }
  if (value->integer() < 0) to.Add(InvalidError(field, *value, "should be a non-negative integer"));
  if (value->integer() > kMax) {
    to.Add(InvalidError(field, *value, "should be less than or equal to " + std::to_string(kMax)));
  }
}

void LabelSelector(std::string_view path, const Value& object, ResourceErrors& to) {
  const kubernetes::FieldName field = FieldAt(path);
  const auto found = NestedField(object, path);
  if (const auto* error = std::get_if<std::string>(&found))
    return to.Add(InvalidError(field, Value::String(""), *error));
  const Value* value = std::get<const Value*>(found);
  if (value == nullptr || value->is_string()) return;
  to.Add(InvalidError(field, Value::String(""), AccessorError(path, *value, "string")));
}

}  // namespace

void ValidateScale(const Scale& scale, const Value& object, bool spec, ResourceErrors& to) {
  if (spec) Replicas(scale.spec_replicas_path, object, to);
  Replicas(scale.status_replicas_path, object, to);
  if (scale.label_selector_path) LabelSelector(*scale.label_selector_path, object, to);
}

}  // namespace structural::admission
