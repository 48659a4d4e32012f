#include "webhook/answer.h"

#include <algorithm>
#include <set>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "webhook/allowance.h"

namespace structural::webhook {
namespace {

using compatibility::RuleViolation;
using kubernetes::ErrorKind;

constexpr std::size_t kWarnings = 10;
constexpr std::string_view kResource = "CustomResourceDefinition.apiextensions.k8s.io";

// Upstream: apimachinery apis/meta/v1 CauseType, by field/errors.go ErrorType.
std::string_view CauseType(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kRequired: return "FieldValueRequired";
    case ErrorKind::kForbidden: return "FieldValueForbidden";
    case ErrorKind::kNotSupported: return "FieldValueNotSupported";
    case ErrorKind::kDuplicate: return "FieldValueDuplicate";
    case ErrorKind::kTooLong: return "FieldValueTooLong";
    case ErrorKind::kTooMany: return "FieldValueTooMany";
    case ErrorKind::kInternal: return "InternalError";
    default: return "FieldValueInvalid";
  }
}

// Returns the rule of the policy, and, if it differs, the broken rule of structural schemas.
std::string RulesOf(const RuleViolation& violation) {
  std::string rules(violation.rule);
  if (violation.error.rule != violation.rule) rules.append(", ").append(violation.error.rule);
  return rules;
}

// Returns the rules of all violations, separated by spaces.
std::string RulesOf(const std::vector<RuleViolation>& violations) {
  std::set<std::string_view> rules;
  for (const RuleViolation& violation : violations) rules.insert({violation.rule, violation.error.rule});
  return base::Join(rules, " ");
}

// Returns the texts of the first violations in the form of a condition's message.
std::string FirstOf(const std::vector<RuleViolation>& violations) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kInMessage, violations.size()); ++i) {
    shown.push_back(base::Shorten(violations[i].error.Text(), kErrorBytes));
  }
  return kubernetes::MessageOf(shown);
}

std::string Message(std::string_view name, const std::vector<RuleViolation>& violations) {
  std::string text(kResource);
  text += " " + base::Quote(base::Shorten(name, kNameBytes)) + " is invalid: " + FirstOf(violations);
  if (violations.size() > kInMessage) text += " and " + std::to_string(violations.size() - kInMessage) + " more";
  return text + "; see: structural explain " + RulesOf(violations);
}

void AddCauses(const std::vector<RuleViolation>& violations, json::Writer& to) {
  to.Key("causes").BeginList();
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(kCauses, violations.size()); ++i) {
    const kubernetes::Violation& error = violations[i].error;
    const std::string body = base::Shorten(error.Body(), kErrorBytes);
    const std::string field = base::Shorten(error.field(), kErrorBytes);
    bytes += body.size() + field.size();
    if (bytes > kAllCausesBytes) break;
    to.BeginObject().Add("reason", CauseType(error.error.kind));
    to.Add("message", body + " (" + RulesOf(violations[i]) + ")").Add("field", field).EndObject();
  }
  to.EndList();
}

void AddRefusal(const AdmissionRequest& request, const std::vector<RuleViolation>& violations, json::Writer& to) {
  BeginRefusal(422, "Invalid", Message(request.name, violations), to);
  to.Key("details").BeginObject().Add("group", "apiextensions.k8s.io");
  to.Add("kind", "CustomResourceDefinition");
  AddName("name", request.name, to);
  AddCauses(violations, to);
  to.EndObject().EndObject();
}

// Appends the rule after the text is cut.
std::string WarningOf(const RuleViolation& violation, std::size_t most) {
  constexpr std::size_t kCutMark = 32;  // "… (123456 more bytes)"
  const std::string rules = " (" + RulesOf(violation) + ")";
  return base::Shorten(violation.error.Text(), most - rules.size() - kCutMark) + rules;
}

// Warnings have their full length if the API server would not cut them; otherwise they are cut as
// the server would.
void AddWarnings(const std::vector<RuleViolation>& violations, json::Writer& to) {
  if (violations.empty()) return;
  const std::size_t shown = std::min(kWarnings, violations.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < shown; ++i) all += violations[i].error.error.bytes();
  to.Key("warnings").BeginList();
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t most = all > kAllWarningsBytes ? kWarningBytes : 2 * kAllWarningsBytes;
    to.Add(WarningOf(violations[i], most));
  }
  if (violations.size() > kWarnings) {
    to.Add("and " + std::to_string(violations.size() - kWarnings) + " more");
  }
  to.EndList();
}

void AddAudit(const std::vector<RuleViolation>& violations, json::Writer& to) {
  if (violations.empty()) return;
  to.Key("auditAnnotations").BeginObject().Add("rules", RulesOf(violations));
  to.Add("errors", FirstOf(violations)).Add("count", std::to_string(violations.size()));
  to.EndObject();
}

}  // namespace

std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision) {
  json::Writer to;
  BeginAnswer(request, decision.allowed(), to);
  if (!decision.allowed()) AddRefusal(request, decision.refused, to);
  // Servers before 1.19 ignore the warnings in a response of v1beta1.
  AddWarnings(decision.warned, to);
  AddAudit(decision.audited, to);
  return to.EndObject().EndObject().Take();
}

http::Response AnswerUnchecked(const Unchecked& change, const base::Error& error, Metrics& metrics, const Log& log) {
  const ResourceLimit::Pause pause;
  const AdmissionRequest& request = change.request;
  const bool allowed = !change.enforces || ChangesOnlyMetadata(request);
  const std::string_view outcome = allowed ? "unchecked" : "failed";
  metrics.Decided(outcome, change.rule);
  log(LogLine(request, outcome, change.of, error.message()));
  json::Writer to;
  BeginAnswer(request, allowed, to);
  if (allowed) {
    to.Key("warnings").BeginList();
    to.Add("the change was not checked: " + base::Shorten(error.message(), kAllWarningsBytes - 64)).EndList();
  } else {
    BeginRefusal(400, "BadRequest", "the change cannot be checked: " + base::Shorten(error.message(), kErrorBytes), to);
    to.EndObject();
  }
  return {.content_type = kJson, .body = to.EndObject().EndObject().Take()};
}

void AddName(std::string_view key, std::string_view name, json::Writer& to) {
  to.Add(key, base::Shorten(name, kNameBytes));
}

void BeginAnswer(const AdmissionRequest& request, bool allowed, json::Writer& to) {
  to.BeginObject().Add("apiVersion", request.api_version).Add("kind", "AdmissionReview");
  to.Key("response").BeginObject().Add("uid", request.uid).Add("allowed", allowed);
}

void BeginRefusal(int code, std::string_view reason, std::string_view message, json::Writer& to) {
  to.Key("status").BeginObject().Add("status", "Failure").Add("code", code);
  to.Add("reason", reason).Add("message", message);
}

}  // namespace structural::webhook
