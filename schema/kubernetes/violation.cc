#include "schema/kubernetes/violation.h"

#include <unordered_set>

#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::kubernetes {
namespace {

Violation Make(std::string_view rule, const FieldPath& path, ErrorKind kind, std::string_view value,
               std::string_view detail) {
  return {rule, {.kind = kind, .field = path.String(), .value = std::string(value), .detail = std::string(detail)}};
}

}  // namespace

Violation Required(std::string_view rule, const FieldPath& path, std::string_view detail) {
  return Make(rule, path, ErrorKind::kRequired, {}, detail);
}

Violation Forbidden(std::string_view rule, const FieldPath& path, std::string_view detail) {
  return Make(rule, path, ErrorKind::kForbidden, {}, detail);
}

Violation Invalid(std::string_view rule, const FieldPath& path, std::string_view bad_value, std::string_view detail) {
  return Make(rule, path, ErrorKind::kInvalid, base::Quote(bad_value), detail);
}

Violation InvalidPrinted(std::string_view rule, const FieldPath& path, std::string_view value,
                         std::string_view detail) {
  return Make(rule, path, ErrorKind::kInvalid, value, detail);
}

Violation InvalidTrue(std::string_view rule, const FieldPath& path, std::string_view detail) {
  return InvalidPrinted(rule, path, "true", detail);
}

Violation InvalidFalse(std::string_view rule, const FieldPath& path, std::string_view detail) {
  return InvalidPrinted(rule, path, "false", detail);
}

Violation NotSupported(std::string_view rule, const FieldPath& path, std::string_view bad_value,
                       std::string_view supported) {
  return Make(rule, path, ErrorKind::kNotSupported, base::Quote(bad_value),
              "supported values: " + std::string(supported));
}

std::string Message(std::span<const Violation> violations) {
  std::vector<std::string> texts;
  for (const Violation& violation : violations) texts.push_back(violation.Text());
  return MessageOf(texts);
}

std::string MessageOf(std::span<const std::string> texts) {
  std::string message;
  std::unordered_set<std::string_view> seen;
  for (const std::string& text : texts) {
    if (!seen.insert(text).second) continue;
    base::AppendItem(message, ", ", text);
  }
  return seen.size() > 1 ? "[" + message + "]" : message;
}

// Recursive: one call for each level of the path, at most as many as the levels of the schema's JSON.
void FieldPath::AppendTo(std::string& text) const {
  if (parent_ != nullptr) {
    parent_->AppendTo(text);
    text += '.';
  }
  text += name_;
  if (kind_ == Kind::kName) return;
  text += '[';
  text += kind_ == Kind::kKey ? std::string(key_) : std::to_string(index_);
  text += ']';
}

std::string FieldPath::String() const {
  std::string text;
  AppendTo(text);
  return text;
}

}  // namespace structural::kubernetes
