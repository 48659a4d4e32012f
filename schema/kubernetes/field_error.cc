#include "schema/kubernetes/field_error.h"

#include <algorithm>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/go/pattern.h"
#include "schema/kubernetes/print.h"

namespace structural::kubernetes {
namespace {

using json::Value;

std::string Bad(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kBool:
    case Value::Kind::kInt:
    case Value::Kind::kDouble: return kubernetes::Print(value);
    case Value::Kind::kString: return base::Quote(value.text());
    default: return kubernetes::MarshalJson(value);
  }
}

FieldError Error(FieldName field, ErrorKind kind, std::string_view value, std::string_view detail) {
  return {kind, std::move(field.text), std::move(field.steps), std::string(value), std::string(detail)};
}

constexpr std::string_view kLabel = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kSubdomain = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
constexpr std::string_view kOldLabel = "[a-z]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view kKey = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
constexpr std::string_view kValue = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

constexpr std::string_view kKeyWords =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character";

std::string Whole(std::string_view pattern) { return ("^" + std::string(pattern)) += '$'; }

std::string TooLong(int max, std::string_view unit = "bytes") {
  return ("must be no more than " + std::to_string(max) + " ").append(unit);
}

std::string DoesNotMatch(std::string_view words, std::string_view pattern,
                         std::initializer_list<std::string_view> examples) {
  std::string text(words);
  const char* separator = " (e.g. ";
  for (const std::string_view example : examples) {
    text.append(std::exchange(separator, " or ")).append("'").append(example).append("', ");
  }
  return text.append("regex used for validation is '").append(pattern).append("')");
}

bool IsLabel(std::string_view name) {
  thread_local const go::Pattern pattern(Whole(kLabel));
  return pattern.Matches(name);
}

bool IsSubdomain(std::string_view name) {
  thread_local const go::Pattern pattern(Whole(kSubdomain));
  return pattern.Matches(name);
}

std::string IsNoSubdomain() {
  return DoesNotMatch(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
      "'.', and must start and end with an alphanumeric character",
      kSubdomain, {"example.com"});
}

void AgainstPrefix(std::string_view prefix, Reasons& reasons) {
  if (prefix.empty()) return reasons.push_back("prefix part must be non-empty");
  if (prefix.size() > 253) reasons.push_back("prefix part " + TooLong(253));
  if (!IsSubdomain(prefix)) reasons.push_back("prefix part " + IsNoSubdomain());
}

}  // namespace

std::string_view NameOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kRequired: return "Required value";
    case ErrorKind::kInvalid:
    case ErrorKind::kTypeInvalid:
    case ErrorKind::kRulesNotRun: return "Invalid value";
    case ErrorKind::kDuplicate: return "Duplicate value";
    case ErrorKind::kForbidden: return "Forbidden";
    case ErrorKind::kNotSupported: return "Unsupported value";
    case ErrorKind::kTooLong: return "Too long";
    case ErrorKind::kTooMany: return "Too many";
    case ErrorKind::kTooFew: return "Too few";
    case ErrorKind::kInternal: return "Internal error";
    case ErrorKind::kOther:
    case ErrorKind::kTruncated:
    case ErrorKind::kMessage: break;
  }
  return {};
}

std::string FieldError::Body() const {
  std::string text(NameOf(kind));
  if (!value.empty()) text.append(": ").append(value);
  if (!detail.empty()) base::AppendItem(text, ": ", detail);
  return text;
}

std::string FieldError::Text() const {
  if (kind == ErrorKind::kMessage) return detail;
  return (field + ": ").append(Body());
}

std::size_t FieldError::bytes() const {
  if (kind == ErrorKind::kMessage) return detail.size();
  const auto part = [](std::string_view text) { return text.empty() ? 0 : text.size() + 2; };
  return field.size() + part(NameOf(kind)) + part(value) + part(detail);
}

std::vector<std::string> TextsOf(std::span<const FieldError> errors) {
  std::vector<std::string> texts;
  for (const FieldError& error : errors) texts.push_back(error.Text());
  return texts;
}

FieldError RequiredError(FieldName field, std::string_view detail) {
  return Error(std::move(field), ErrorKind::kRequired, {}, detail);
}

FieldError InvalidError(FieldName field, const Value& bad, std::string_view detail) {
  return Error(std::move(field), ErrorKind::kInvalid, Bad(bad), detail);
}

FieldError InvalidJsonError(FieldName field, std::string_view json, std::string_view detail) {
  return Error(std::move(field), ErrorKind::kInvalid, json, detail);
}

FieldError ForbiddenError(FieldName field, std::string_view detail) {
  return Error(std::move(field), ErrorKind::kForbidden, {}, detail);
}

FieldError DuplicateError(FieldName field, const Value& bad) {
  return Error(std::move(field), ErrorKind::kDuplicate, Bad(bad), {});
}

FieldError NotSupportedError(FieldName field, const Value& bad, std::span<const std::string> supported) {
  std::string detail;
  for (const std::string& value : supported) {
    detail.append(detail.empty() ? "supported values: " : ", ").append(base::Quote(value));
  }
  return Error(std::move(field), ErrorKind::kNotSupported, Bad(bad), detail);
}

FieldError TooLongError(FieldName field, std::int64_t max) {
  if (max < 0) return Error(std::move(field), ErrorKind::kTooLong, {}, "value is too long");
  const std::string detail = "may not be more than " + std::to_string(max) + (max == 1 ? " byte" : " bytes");
  return Error(std::move(field), ErrorKind::kTooLong, {}, detail);
}

FieldError TooManyError(FieldName field, std::int64_t actual, std::int64_t max) {
  const std::string detail =
      max < 0 ? "has too many items" : "must have at most " + std::to_string(max) + (max == 1 ? " item" : " items");
  return Error(std::move(field), ErrorKind::kTooMany, actual < 0 ? "" : std::to_string(actual), detail);
}

FieldError TooFewError(FieldName field, std::int64_t actual, std::int64_t min) {
  const std::string detail =
      min < 0 ? "has too few items" : "must have at least " + std::to_string(min) + (min == 1 ? " item" : " items");
  return Error(std::move(field), ErrorKind::kTooFew, std::to_string(actual), detail);
}

FieldError MessageError(std::string text, PathSteps path) {
  return {.kind = ErrorKind::kMessage, .field = {}, .path = std::move(path), .value = {}, .detail = std::move(text)};
}

FieldError TruncatedError() {
  constexpr std::string_view kField = "<nil>";
  static_assert(base::kTruncated.substr(0, kField.size()) == kField);
  return Error({std::string(kField)}, ErrorKind::kTruncated, {}, base::kTruncated.substr(kField.size() + 2));
}

void FieldErrorList::Add(FieldError error) {
  kinds_ |= Bit(error.kind);
  if (budget_.Spend(error.bytes())) errors_.push_back(std::move(error));
}

void FieldErrorList::Append(std::vector<FieldError> errors) {
  for (FieldError& error : errors) {
    if (error.kind != ErrorKind::kTruncated) {
      Add(std::move(error));
    } else {
      kinds_ |= Bit(error.kind);
      budget_.Exhaust();
    }
  }
}

std::vector<FieldError> FieldErrorList::Take() && {
  if (full()) errors_.push_back(TruncatedError());
  return std::move(errors_);
}

Reasons ValidateDNS1035Label(std::string_view name) {
  thread_local const go::Pattern pattern(Whole(kOldLabel));
  Reasons reasons;
  if (name.size() > 63) reasons.push_back(TooLong(63, "characters"));
  if (!pattern.Matches(name)) {
    reasons.push_back(
        DoesNotMatch("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with "
                     "an alphabetic character, and end with an alphanumeric character",
                     kOldLabel, {"my-name", "abc-123"}));
  }
  return reasons;
}

Reasons ValidateDNS1123Label(std::string_view name) {
  Reasons reasons;
  if (name.size() > 63) reasons.push_back(TooLong(63, "characters"));
  if (IsLabel(name)) return reasons;
  if (IsSubdomain(name)) {
    reasons.push_back("must not contain dots");
  } else {
    reasons.push_back(
        DoesNotMatch("a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
                     "and must start and end with an alphanumeric character",
                     kLabel, {"my-name", "123-abc"}));
  }
  return reasons;
}

Reasons ValidateDNS1123Subdomain(std::string_view name) {
  Reasons reasons;
  if (name.size() > 253) reasons.push_back(TooLong(253, "characters"));
  if (!IsSubdomain(name)) reasons.push_back(IsNoSubdomain());
  return reasons;
}

Reasons ValidateQualifiedName(std::string_view name) {
  thread_local const go::Pattern pattern(Whole(kKey));
  const std::string unmatched = DoesNotMatch(kKeyWords, kKey, {"MyName", "my.name", "123-abc"});
  const auto slashes = std::ranges::count(name, '/');
  if (slashes > 1) {
    return {"a valid label key " + unmatched +
            " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
  }
  Reasons reasons;
  if (slashes == 1) {
    AgainstPrefix(name.substr(0, name.find('/')), reasons);
    name.remove_prefix(name.find('/') + 1);
  }
  if (name.empty()) {
    reasons.push_back("name part must be non-empty");
  } else if (name.size() > 63) {
    reasons.push_back("name part " + TooLong(63));
  }
  if (!pattern.Matches(name)) reasons.push_back("name part " + unmatched);
  return reasons;
}

Reasons ValidateLabelValue(std::string_view value) {
  thread_local const go::Pattern pattern(Whole(kValue));
  Reasons reasons;
  if (value.size() > 63) reasons.push_back(TooLong(63));
  if (!pattern.Matches(value)) {
    reasons.push_back(
        DoesNotMatch("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' "
                     "or '.', and must start and end with an alphanumeric character",
                     kValue, {"MyValue", "my_value", "12345"}));
  }
  return reasons;
}

Reasons ValidatePathSegmentName(std::string_view name, bool prefix) {
  Reasons reasons;
  if (!prefix && (name == "." || name == "..")) {
    reasons.push_back("may not be '" + std::string(name) + "'");
    return reasons;
  }
  for (const char illegal : {'/', '%'}) {
    if (name.find(illegal) == std::string_view::npos) continue;
    reasons.push_back(std::string("may not contain '") + illegal + "'");
  }
  return reasons;
}

Reasons ValidateGroupVersion(std::string_view text) {
  if (std::ranges::count(text, '/') <= 1) return {};
  return {"unexpected GroupVersion string: " + std::string(text)};
}

}  // namespace structural::kubernetes
