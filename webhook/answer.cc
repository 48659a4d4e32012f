#include "webhook/answer.h"

#include <algorithm>
#include <set>

#include "schema/base/quote.h"
#include "schema/base/shown_text.h"
#include "webhook/answer_parts.h"

namespace structural::webhook {
namespace {

using compatibility::Objection;

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
std::string RulesOf(const Objection& objection) {
  std::string rules(objection.rule);
  if (objection.error.rule != objection.rule) rules.append(", ").append(objection.error.rule);
  return rules;
}

// Of all of them, a space between.
std::string RulesOf(const std::vector<Objection>& objections) {
  std::set<std::string_view> rules;
  for (const Objection& objection : objections)
    rules.insert({objection.rule, objection.error.rule});
  std::string text;
  for (const std::string_view rule : rules) text.append(text.empty() ? "" : " ").append(rule);
  return text;
}

// The texts of the first ones, as a condition's message has them.
std::string FirstOf(const std::vector<Objection>& objections) {
  std::vector<base::Violation> shown;
  for (std::size_t i = 0; i < std::min(kInMessage, objections.size()); ++i) {
    const base::Violation& error = objections[i].error;
    shown.push_back({error.rule, base::Shorten(error.text, kErrorBytes), 0});
  }
  return base::Message(shown);
}

std::string Message(std::string_view name, const std::vector<Objection>& objections) {
  std::string text(kResource);
  text +=
      " " + base::Quote(base::Shorten(name, kNameBytes)) + " is invalid: " + FirstOf(objections);
  if (objections.size() > kInMessage)
    text += " and " + std::to_string(objections.size() - kInMessage) + " more";
  return text + "; see: structural explain " + RulesOf(objections);
}

void AppendCauses(const std::vector<Objection>& objections, std::string& to) {
  char separator = '[';
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(kCauses, objections.size()); ++i) {
    const base::Violation& error = objections[i].error;
    const std::string body = base::Shorten(error.body(), kErrorBytes);
    const std::string field = base::Shorten(error.field(), kErrorBytes);
    bytes += body.size() + field.size();
    if (bytes > kAllCausesBytes) break;
    to += std::exchange(separator, ',');
    AppendMember("reason", CauseType(body), to += '{');
    AppendMember("message", body + " (" + RulesOf(objections[i]) + ")", to += ',');
    AppendMember("field", field, to += ',');
    to += '}';
  }
  to += ']';
}

void AppendRefusal(const Review& review, const std::vector<Objection>& objections,
                   std::string& to) {
  to += R"(,"status":{"status":"Failure","code":422,"reason":"Invalid",)";
  AppendMember("message", Message(review.name, objections), to);
  to += R"(,"details":{"group":"apiextensions.k8s.io","kind":"CustomResourceDefinition",)";
  AppendName("name", review.name, to);
  AppendCauses(objections, to += ",\"causes\":");
  to += "}}";
}

// The rule stays where the text is cut.
std::string WarningOf(const Objection& objection, std::size_t most) {
  constexpr std::size_t kCutMark = 32;  // "… (123456 more bytes)"
  const std::string rules = " (" + RulesOf(objection) + ")";
  return base::Shorten(objection.error.text, most - rules.size() - kCutMark) + rules;
}

// As long as they may be without an API server that cuts them, or cut as it would.
void AppendWarnings(const std::vector<Objection>& objections, std::string& to) {
  if (objections.empty()) return;
  const std::size_t shown = std::min(kWarnings, objections.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < shown; ++i) all += objections[i].error.text.size();
  char separator = '[';
  to += ",\"warnings\":";
  for (std::size_t i = 0; i < shown; ++i) {
    to += std::exchange(separator, ',');
    const std::size_t most = all > kAllWarningsBytes ? kWarningBytes : 2 * kAllWarningsBytes;
    base::AppendJsonString(WarningOf(objections[i], most), to);
  }
  if (objections.size() > kWarnings) {
    const std::size_t more = objections.size() - kWarnings;
    base::AppendJsonString("and " + std::to_string(more) + " more", to += ',');
  }
  to += ']';
}

void AppendAudit(const std::vector<Objection>& objections, std::string& to) {
  if (objections.empty()) return;
  to += ",\"auditAnnotations\":{";
  AppendMember("rules", RulesOf(objections), to);
  AppendMember("errors", FirstOf(objections), to += ',');
  AppendMember("count", std::to_string(objections.size()), to += ',');
  to += '}';
}

}  // namespace

std::string WriteAnswer(const Review& review, const Decision& decision) {
  std::string to = BeginAnswer(review, decision.allowed());
  if (!decision.allowed()) AppendRefusal(review, decision.refused, to);
  // v1beta1's response has no warnings before 1.19: it ignores what it does not know.
  AppendWarnings(decision.warned, to);
  AppendAudit(decision.audited, to);
  return to + "}}";
}

std::string WriteFailure(const Review& review, const base::Error& error) {
  std::string to = BeginAnswer(review, false);
  to += R"(,"status":{"status":"Failure","code":400,"reason":"BadRequest",)";
  const std::string why = base::Shorten(error.message(), kErrorBytes);
  AppendMember("message", "the change cannot be judged: " + why, to);
  return to + "}}}";
}

}  // namespace structural::webhook
