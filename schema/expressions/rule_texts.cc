#include "schema/expressions/rule_texts.h"

#include <string>
#include <utility>

#include "schema/base/quote.h"
#include "schema/go/space.h"
#include "schema/kubernetes/print.h"

namespace structural::expressions {
namespace {

using kubernetes::ErrorKind;
using kubernetes::FieldError;
using kubernetes::ObjectPath;

// Returns a scalar in the form in which an error prints it. Errors omit objects and lists.
std::string Shown(const json::Value& value) {
  switch (value.kind()) {
    case json::Value::Kind::kString: return base::Quote(value.text());
    case json::Value::Kind::kDouble: return kubernetes::PrintFloat(value.real());
    default: return kubernetes::MarshalJson(value);
  }
}

constexpr std::string_view kKeyword = "x-kubernetes-validations";

}  // namespace

FieldError InvalidRuleError(const ObjectPath& path, std::string_view type, std::string_view detail) {
  FieldError error = kubernetes::InvalidJsonError(path.Field(), base::Quote(type), detail);
  error.keyword = kKeyword;
  return error;
}

std::string_view MessageOrRule(const crd::ValidationRule& rule) {
  return go::TrimSpace(rule.message.empty() ? rule.rule : rule.message);
}

FieldError FailedRuleError(const crd::ValidationRule& rule, const crd::Structural& schema, const json::Value& value,
                           const ObjectPath& path, std::string_view message) {
  kubernetes::FieldName field = path.Field();
  FieldError error{.kind = ErrorKind::kInvalid, .field = std::move(field.text), .path = std::move(field.steps)};
  error.keyword = kKeyword;
  error.detail = message;
  const std::string_view reason = rule.reason.value_or("");
  if (reason == "FieldValueForbidden") error.kind = ErrorKind::kForbidden;
  if (reason == "FieldValueRequired") error.kind = ErrorKind::kRequired;
  if (reason == "FieldValueDuplicate") {
    error.kind = ErrorKind::kDuplicate;
    error.detail.clear();
  }
  const bool shows = error.kind == ErrorKind::kInvalid || error.kind == ErrorKind::kDuplicate;
  const std::string_view type = schema.generic.type;
  if (shows && type != "object" && type != "array") error.value = Shown(value);
  return error;
}

}  // namespace structural::expressions
