#include "webhook/answer.h"

#include <algorithm>
#include <set>

#include "schema/base/quote.h"
#include "schema/base/shown_text.h"
#include "webhook/answer_parts.h"

namespace structural::webhook {
namespace {

using compatibility::RuleViolation;

constexpr std::size_t kWarnings = 10;
constexpr std::string_view kResource = "CustomResourceDefinition.apiextensions.k8s.io";

// Upstream: apimachinery apis/meta/v1 CauseType, by field/errors.go ErrorType.
std::string_view CauseType(std::string_view body) {
  if (body.starts_with("Required")) return "FieldValueRequired";
  if (body.starts_with("Forbidden")) return "FieldValueForbidden";
  if (body.starts_with("Unsupported")) return "FieldValueNotSupported";
  return "FieldValueInvalid";
}

// The rule of the policy, and where there is one, the rule of structural schemas that is broken.
std::string RulesOf(const RuleViolation& violation) {
  std::string rules(violation.rule);
  if (violation.error.rule != violation.rule) rules.append(", ").append(violation.error.rule);
  return rules;
}

// Of all of them, a space between.
std::string RulesOf(const std::vector<RuleViolation>& violations) {
  std::set<std::string_view> rules;
  for (const RuleViolation& violation : violations)
    rules.insert({violation.rule, violation.error.rule});
  std::string text;
  for (const std::string_view rule : rules) text.append(text.empty() ? "" : " ").append(rule);
  return text;
}

// The texts of the first ones, as a condition's message has them.
std::string FirstOf(const std::vector<RuleViolation>& violations) {
  std::vector<kubernetes::Violation> shown;
  for (std::size_t i = 0; i < std::min(kInMessage, violations.size()); ++i) {
    const kubernetes::Violation& error = violations[i].error;
    shown.push_back({error.rule, base::Shorten(error.text, kErrorBytes), 0});
  }
  return kubernetes::Message(shown);
}

std::string Message(std::string_view name, const std::vector<RuleViolation>& violations) {
  std::string text(kResource);
  text +=
      " " + base::Quote(base::Shorten(name, kNameBytes)) + " is invalid: " + FirstOf(violations);
  if (violations.size() > kInMessage)
    text += " and " + std::to_string(violations.size() - kInMessage) + " more";
  return text + "; see: structural explain " + RulesOf(violations);
}

void AppendCauses(const std::vector<RuleViolation>& violations, std::string& to) {
  char separator = '[';
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(kCauses, violations.size()); ++i) {
    const kubernetes::Violation& error = violations[i].error;
    const std::string body = base::Shorten(error.body(), kErrorBytes);
    const std::string field = base::Shorten(error.field(), kErrorBytes);
    bytes += body.size() + field.size();
    if (bytes > kAllCausesBytes) break;
    to += std::exchange(separator, ',');
    AppendMember("reason", CauseType(body), to += '{');
    AppendMember("message", body + " (" + RulesOf(violations[i]) + ")", to += ',');
    AppendMember("field", field, to += ',');
    to += '}';
  }
  to += ']';
}

void AppendRefusal(const AdmissionRequest& request, const std::vector<RuleViolation>& violations,
                   std::string& to) {
  to += R"(,"status":{"status":"Failure","code":422,"reason":"Invalid",)";
  AppendMember("message", Message(request.name, violations), to);
  to += R"(,"details":{"group":"apiextensions.k8s.io","kind":"CustomResourceDefinition",)";
  AppendName("name", request.name, to);
  AppendCauses(violations, to += ",\"causes\":");
  to += "}}";
}

// The rule stays where the text is cut.
std::string WarningOf(const RuleViolation& violation, std::size_t most) {
  constexpr std::size_t kCutMark = 32;  // "… (123456 more bytes)"
  const std::string rules = " (" + RulesOf(violation) + ")";
  return base::Shorten(violation.error.text, most - rules.size() - kCutMark) + rules;
}

// As long as they may be without an API server that cuts them, or cut as it would.
void AppendWarnings(const std::vector<RuleViolation>& violations, std::string& to) {
  if (violations.empty()) return;
  const std::size_t shown = std::min(kWarnings, violations.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < shown; ++i) all += violations[i].error.text.size();
  char separator = '[';
  to += ",\"warnings\":";
  for (std::size_t i = 0; i < shown; ++i) {
    to += std::exchange(separator, ',');
    const std::size_t most = all > kAllWarningsBytes ? kWarningBytes : 2 * kAllWarningsBytes;
    base::AppendJsonString(WarningOf(violations[i], most), to);
  }
  if (violations.size() > kWarnings) {
    const std::size_t more = violations.size() - kWarnings;
    base::AppendJsonString("and " + std::to_string(more) + " more", to += ',');
  }
  to += ']';
}

void AppendAudit(const std::vector<RuleViolation>& violations, std::string& to) {
  if (violations.empty()) return;
  to += ",\"auditAnnotations\":{";
  AppendMember("rules", RulesOf(violations), to);
  AppendMember("errors", FirstOf(violations), to += ',');
  AppendMember("count", std::to_string(violations.size()), to += ',');
  to += '}';
}

}  // namespace

std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision) {
  std::string to = BeginAnswer(request, decision.allowed());
  if (!decision.allowed()) AppendRefusal(request, decision.refused, to);
  // v1beta1's response has no warnings before 1.19: it ignores what it does not know.
  AppendWarnings(decision.warned, to);
  AppendAudit(decision.audited, to);
  return to + "}}";
}

std::string WriteFailure(const AdmissionRequest& request, const base::Error& error) {
  std::string to = BeginAnswer(request, false);
  to += R"(,"status":{"status":"Failure","code":400,"reason":"BadRequest",)";
  const std::string why = base::Shorten(error.message(), kErrorBytes);
  AppendMember("message", "the change cannot be checked: " + why, to);
  return to + "}}}";
}

}  // namespace structural::webhook
