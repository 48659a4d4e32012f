// Upstream: apis/apiextensions/validation/validation.go
// ValidateCustomResourceDefinitionOpenAPISchema, on x-kubernetes-validations as far as no
// expression is compiled; pathValid (v0.37.2).
#include <algorithm>
#include <iterator>

#include "schema/crd/model/new_structural.h"
#include "schema/go/space.h"
#include "schema/validate/checks.h"
#include "schema/validate/json_path.h"
#include "schema/validate/printed.h"
#include "schema/validate/schema_node.h"

namespace structural::validate {
namespace {

using go::IsBlank;

constexpr std::string_view kReasons[] = {"FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid",
                                         "FieldValueRequired"};

bool HasNewlines(std::string_view text) { return text.find_first_of("\r\n") != text.npos; }

// Whether line breaks remain after white space is removed at both ends.
bool HasInnerNewlines(std::string_view text) {
  for (std::size_t at = text.find_first_of("\r\n"); at != text.npos; at = text.find_first_of("\r\n", at + 1)) {
    if (!IsBlank(text.substr(0, at)) && !IsBlank(text.substr(at))) return true;
  }
  return false;
}

class RuleCheck {
 public:
  RuleCheck(const SchemaNode& at, std::size_t index, const crd::ValidationRule& rule)
      : at_(at), rule_(rule), path_(at.path.Child("x-kubernetes-validations", index)) {}

  void Check() {
    Texts();
    if (!rule_.message_expression.empty() && IsBlank(rule_.message_expression))
      Required("messageExpression", "messageExpression must be non-empty if specified");
    if (rule_.reason && std::ranges::find(kReasons, *rule_.reason) == std::end(kReasons)) Reason();
    Path();
  }

 private:
  void Required(std::string_view key, std::string_view detail) {
    at_.in.errors.Add(kubernetes::Required(kValidationRules, path_.Child(key), detail));
  }
  void Invalid(std::string_view key, std::string_view bad, std::string_view detail) {
    at_.in.errors.Add(kubernetes::Invalid(kValidationRules, path_.Child(key), bad, detail));
  }

  void Texts() {
    const bool blank_message = IsBlank(rule_.message);
    if (IsBlank(rule_.rule)) {
      Required("rule", "rule is not specified");
    } else if (!rule_.message.empty() && blank_message) {
      Invalid("message", rule_.message, "must be non-empty if specified");
    } else if (HasInnerNewlines(rule_.message)) {
      Invalid("message", rule_.message, "must not contain line breaks");
    } else if (HasInnerNewlines(rule_.rule) && blank_message) {
      Required("message", "message must be specified if rule contains line breaks");
    }
  }

  // The Go type of a reason has no plain string form, so it is printed as JSON.
  void Reason() {
    std::string supported;
    for (const std::string_view reason : kReasons) {
      supported.append(supported.empty() ? "\"" : ", \"").append(reason) += '"';
    }
    kubernetes::Violation error = kubernetes::NotSupported(kValidationRules, path_.Child("reason"), "", supported);
    error.error.value = PrintedText(*rule_.reason);
    at_.in.errors.Add(std::move(error));
  }

  void Path() {
    const std::string_view path = rule_.field_path;
    if (path.empty()) return;
    if (IsBlank(path)) Invalid("fieldPath", path, "must be non-empty if specified");
    if (HasNewlines(path)) Invalid("fieldPath", path, "must not contain line breaks");
    if (!IsValidPath(path)) Invalid("fieldPath", path, "must be a valid path");
  }

  bool IsValidPath(std::string_view path) {
    const base::Arena::Mark before = at_.in.arena.Here();
    const auto form = crd::NewStructural(at_.schema, at_.in.arena, crd::EmptyLists::kKeep);
    const auto* schema = std::get_if<const crd::Structural*>(&form);
    const bool valid = schema == nullptr || std::holds_alternative<FoundField>(ValidFieldPath(path, *schema, true));
    at_.in.arena.Rewind(before);
    return valid;
  }

  const SchemaNode& at_;
  const crd::ValidationRule& rule_;
  const FieldPath path_;
};

}  // namespace

void CheckValidationRules(const SchemaNode& at) {
  const auto rules = at.schema.rare->x_validations;
  for (std::size_t i = 0; i < rules.size() && !at.in.errors.full(); ++i) RuleCheck(at, i, *rules[i]).Check();
}

}  // namespace structural::validate
