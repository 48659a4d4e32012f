#include "schema/kubernetes/field_error.h"

#include "schema/base/quote.h"
#include "schema/go/print.h"

namespace structural::kubernetes {
namespace {

using json::Value;

std::string Bad(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
    case Value::Kind::kInt:
    case Value::Kind::kDouble: return go::Print(value);
    case Value::Kind::kString: return base::Quote(value.text());
    default: return go::MarshalJson(value);
  }
}

std::string Error(std::string_view field, std::string_view kind, std::string_view value,
                  std::string_view detail) {
  std::string text(field);
  text.append(": ").append(kind);
  if (!value.empty()) text.append(": ").append(value);
  if (!detail.empty()) text.append(": ").append(detail);
  return text;
}

}  // namespace

std::string RequiredError(std::string_view field, std::string_view detail) {
  return Error(field, "Required value", {}, detail);
}

std::string InvalidError(std::string_view field, const Value& bad, std::string_view detail) {
  return Error(field, "Invalid value", Bad(bad), detail);
}

std::string DuplicateError(std::string_view field, const Value& bad) {
  return Error(field, "Duplicate value", Bad(bad), {});
}

std::string NotSupportedError(std::string_view field, const Value& bad,
                              std::span<const std::string> supported) {
  std::string detail;
  for (const std::string& value : supported) {
    detail.append(detail.empty() ? "supported values: " : ", ").append(base::Quote(value));
  }
  return Error(field, "Unsupported value", Bad(bad), detail);
}

std::string TooLongError(std::string_view field, std::int64_t most) {
  if (most < 0) return Error(field, "Too long", {}, "value is too long");
  const std::string detail =
      "may not be more than " + std::to_string(most) + (most == 1 ? " byte" : " bytes");
  return Error(field, "Too long", {}, detail);
}

std::string TooManyError(std::string_view field, std::int64_t actual, std::int64_t most) {
  const std::string detail =
      most < 0 ? "has too many items"
               : "must have at most " + std::to_string(most) + (most == 1 ? " item" : " items");
  return Error(field, "Too many", actual < 0 ? "" : std::to_string(actual), detail);
}

}  // namespace structural::kubernetes
