#include "schema/expressions/rule_texts.h"

#include "schema/base/quote.h"
#include "schema/go/print.h"
#include "schema/go/space.h"

namespace structural::expressions {
namespace {

using objects::ObjectPath;

// The value as an error shows it; that of an object or a list is left out.
std::string Shown(const json::Value& value) {
  switch (value.kind()) {
    case json::Value::Kind::kString:
      return base::Quote(value.text());
    case json::Value::Kind::kDouble:
      return go::PrintFloat(value.real());
    default:
      return go::MarshalJson(value);
  }
}

}  // namespace

std::string InvalidText(const ObjectPath& path, std::string_view type, std::string_view detail) {
  return path.Field() + ": Invalid value: " + base::Quote(type) + ": " + std::string(detail);
}

std::string_view MessageOrRule(const model::ValidationRule& rule) {
  return go::TrimSpace(rule.message.empty() ? rule.rule : rule.message);
}

std::string ViolationText(const model::ValidationRule& rule, const model::Structural& schema,
                          const json::Value& value, const ObjectPath& path,
                          std::string_view message) {
  const std::string_view reason = rule.reason.value_or("");
  const std::string_view type = schema.generic.type;
  const std::string field = path.Field() + ": ";
  const auto with = [&](std::string_view what) {
    return field + std::string(what) + (message.empty() ? "" : ": " + std::string(message));
  };
  if (reason == "FieldValueForbidden") return with("Forbidden");
  if (reason == "FieldValueRequired") return with("Required value");
  const std::string shown =
      type == "object" || type == "array" ? std::string() : ": " + Shown(value);
  if (reason == "FieldValueDuplicate") return field + "Duplicate value" + shown;
  return with("Invalid value" + shown);
}

}  // namespace structural::expressions
