#include "webhook/answer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/go/base64.h"
#include "schema/json/write.h"
#include "webhook/admission_mutator.h"
#include "webhook/resource_limit.h"

namespace structural::webhook {
namespace {

using compatibility::RuleViolation;
using kubernetes::ErrorKind;

constexpr std::size_t kWarnings = 10;
constexpr std::string_view kResource = "CustomResourceDefinition.apiextensions.k8s.io";

// Maximum number of errors that a Status lists as causes (kCauses), and in its message (kInMessage).
constexpr std::size_t kCauses = 100;
constexpr std::size_t kInMessage = 10;
// Maximum number of bytes of texts that an answer repeats from the review. With these limits, an answer without a patch
// has at most a few hundred kilobytes. Kubernetes' own names have at most 253 bytes.
constexpr std::size_t kNameBytes = 1024;
constexpr std::size_t kErrorBytes = 4096;
constexpr std::size_t kAllCausesBytes = 64 * 1024;
// Maximum number of bytes that an API server passes on to a client: of one warning, and of all warnings of a request,
// including those of other webhooks.
// Upstream: k8s.io/apiserver pkg/endpoints/filters/warning.go (v0.37.2).
constexpr std::size_t kWarningBytes = 256;
constexpr std::size_t kAllWarningsBytes = 4096;

// Adds a member with the name as its value, shortened to kNameBytes.
void AddName(std::string_view key, std::string_view name, json::Writer& to) {
  to.Add(key, base::Shorten(name, kNameBytes));
}

// Writes the start of an AdmissionReview, up to the member "allowed" of its response. Two braces stay open.
void BeginAnswer(const AdmissionRequest& request, bool allowed, json::Writer& to) {
  to.BeginObject().Add("apiVersion", request.api_version).Add("kind", "AdmissionReview");
  to.Key("response").BeginObject().Add("uid", request.uid).Add("allowed", allowed);
}

// Writes the start of the member "status", up to its message. Its brace stays open.
void BeginRefusal(int code, std::string_view reason, std::string_view message, json::Writer& to) {
  to.Key("status").BeginObject().Add("status", "Failure").Add("code", code);
  to.Add("reason", reason).Add("message", message);
}

// Upstream: apimachinery apis/meta/v1 CauseType, by field/errors.go ErrorType.
std::string_view CauseType(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kRequired: return "FieldValueRequired";
    case ErrorKind::kForbidden: return "FieldValueForbidden";
    case ErrorKind::kNotSupported: return "FieldValueNotSupported";
    case ErrorKind::kDuplicate: return "FieldValueDuplicate";
    case ErrorKind::kTooLong: return "FieldValueTooLong";
    case ErrorKind::kTooMany: return "FieldValueTooMany";
    case ErrorKind::kTooFew: return "FieldValueTooFew";
    case ErrorKind::kInternal: return "InternalError";
    default: return "FieldValueInvalid";
  }
}

// Returns the id of the violated rule. If an error of another rule causes the violation, also returns that rule's id.
std::string RulesOf(const RuleViolation& violation) {
  std::string rules(violation.rule);
  if (violation.error.rule != violation.rule) rules.append(", ").append(violation.error.rule);
  return rules;
}

// Returns the ids of the rules of all violations, separated by spaces.
std::string RulesOf(const std::vector<RuleViolation>& violations) {
  std::set<std::string_view> rules;
  for (const RuleViolation& violation : violations) rules.insert({violation.rule, violation.error.rule});
  return base::Join(rules, " ");
}

// Returns the texts of the first violations, in the format of the message of a NonStructuralSchema condition.
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

// Returns the text of the violation with its rules in parentheses. Cuts the text, but not the rules, so that the result
// has at most `max` bytes.
std::string WarningOf(const RuleViolation& violation, std::size_t max) {
  constexpr std::size_t kCutMark = 32;  // maximum size of the mark at a cut: "… (123456 more bytes)"
  const std::string rules = " (" + RulesOf(violation) + ")";
  return base::Shorten(violation.error.Text(), max - rules.size() - kCutMark) + rules;
}

// Adds the warnings. If the API server would cut them because of kAllWarningsBytes, cuts them here instead.
void AddWarnings(const std::vector<RuleViolation>& violations, json::Writer& to) {
  if (violations.empty()) return;
  const std::size_t shown = std::min(kWarnings, violations.size());
  std::size_t all = 0;
  for (std::size_t i = 0; i < shown; ++i) all += violations[i].error.error.bytes();
  to.Key("warnings").BeginList();
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t max = all > kAllWarningsBytes ? kWarningBytes : 2 * kAllWarningsBytes;
    to.Add(WarningOf(violations[i], max));
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

// Returns the answer: an AdmissionReview in the version of the request. A refusal is a Status like that of the server's
// own validation: code 422, reason Invalid, and a cause for each field. Its message also has the rules. Warnings and
// audit annotations have the rule and the field. Of a long list, only the first entries and the number of further ones
// are written, and long texts are cut. The decision itself is based on all entries.
//
// Upstream: apimachinery pkg/api/errors NewInvalid; api admission/v1 AdmissionResponse (v0.37.2).
std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision) {
  json::Writer to;
  BeginAnswer(request, decision.allowed(), to);
  if (!decision.allowed()) AddRefusal(request, decision.refused, to);
  // Servers before 1.19 ignore the warnings in a response of v1beta1.
  AddWarnings(decision.warned, to);
  AddAudit(decision.audited, to);
  return to.EndObject().EndObject().Take();
}

}  // namespace

http::Response AnswerUnchecked(const UncheckedChange& change, const base::Error& error, Metrics& metrics,
                               const Log& log) {
  const ResourceLimit::UnlimitedScope unlimited;
  const AdmissionRequest& request = change.request;
  const bool allowed = !change.enforces || ChangesOnlyMetadata(request);
  const std::string_view outcome = allowed ? "unchecked" : "failed";
  metrics.CountDecision(outcome, change.rule);
  log(LogLine(request, outcome, change.object_kind, error.message()));
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

namespace {

using http::Response;

constexpr std::string_view kLoggedKind = "CRD";

class Judging {
 public:
  Judging(Rules rules, Metrics& metrics, Log log) : rules_(std::move(rules)), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const AdmissionRequest& request, base::Arena& arena) const {
    const auto decision = Decide(request, rules_, arena);
    if (!decision.ok()) {
      return AnswerUnchecked({request, kLoggedKind, "", rules_.Enforces()}, decision.error(), metrics_, log_);
    }
    Note(request, *decision);
    return {.content_type = kJson, .body = WriteAnswer(request, *decision)};
  }

 private:
  void Note(const AdmissionRequest& request, const Decision& decision) const {
    const ResourceLimit::UnlimitedScope unlimited;
    NoteList(request, "refused", decision.refused);
    NoteList(request, "warned", decision.warned);
    NoteList(request, "audited", decision.audited);
    if (decision.skip_reason.starts_with("exempt")) {
      metrics_.CountDecision("exempt", "");
      LogOutcome(request, "exempt", std::string(decision.skip_reason));
    } else if (decision.allowed()) {
      metrics_.CountDecision("allowed", "");
    }
  }

  void NoteList(const AdmissionRequest& request, std::string_view outcome,
                const std::vector<compatibility::RuleViolation>& violations) const {
    if (violations.empty()) return;
    std::set<std::string_view> rules;
    for (const auto& violation : violations) rules.insert(violation.rule);
    for (const std::string_view rule : rules) metrics_.CountDecision(outcome, rule);
    const std::size_t more = violations.size() - 1;
    LogOutcome(request, outcome,
               base::Shorten(violations.front().error.Text(), kMaxReasonBytes) +
                   (more == 0 ? "" : " and " + std::to_string(more) + " more"));
  }

  void LogOutcome(const AdmissionRequest& request, std::string_view outcome, const std::string& why) const {
    log_(LogLine(request, outcome, kLoggedKind, why));
  }

  const Rules rules_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer NewCrdAnswer(Rules rules, Metrics& metrics, Log log) {
  const bool enforces = rules.Enforces();
  auto judging = std::make_shared<const Judging>(std::move(rules), metrics, std::move(log));
  const auto run = [judging](const AdmissionRequest& request, base::Arena& arena) {
    return judging->Answer(request, arena);
  };
  return {run, enforces};
}

namespace {

using unions::kep::UndecidedUnion;

constexpr std::size_t kWarningMost = kAllWarningsBytes - 64;

std::string BodyOf(const UndecidedUnion& undecided) {
  std::string text = "Forbidden: only one field of a union can be set: ";
  const char* separator = "";
  for (const std::string& field : undecided.fields) text.append(std::exchange(separator, ", ")).append(field);
  return text;
}

// Returns the field error of one union, such as "spec.source: Forbidden: of a union only one field can be set: a, b".
// If the union is at the top level of the object, the error has no path.
std::string FieldErrorOf(const UndecidedUnion& undecided) {
  return (undecided.path.empty() ? "" : undecided.path + ": ") + BodyOf(undecided);
}

// Returns the texts in `first`, joined with `between`. If `count`, the number of all texts, is greater, also returns
// how many further texts exist.
std::string Listed(const std::vector<std::string>& first, std::size_t count, const char* between) {
  std::string text;
  for (const std::string& each : first)
    text.append(text.empty() ? "" : between).append(base::Shorten(each, kErrorBytes));
  if (count > first.size()) text += " and " + std::to_string(count - first.size()) + " more";
  return text;
}

std::string FirstOf(const std::vector<UndecidedUnion>& unions) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < std::min(kInMessage, unions.size()); ++i) texts.push_back(FieldErrorOf(unions[i]));
  return Listed(texts, unions.size(), ", ");
}

std::string Message(const AdmissionRequest& request, const std::vector<UndecidedUnion>& refused) {
  const std::string all = FirstOf(refused);
  std::string message = base::Shorten(request.kind, kNameBytes) + ".";
  message += base::Shorten(request.group, kNameBytes) + " ";
  message += base::Quote(base::Shorten(request.name, kNameBytes));
  return message + " is invalid: " + (refused.size() == 1 ? all : "[" + all + "]");
}

void AddRefusal(const AdmissionRequest& request, const std::vector<UndecidedUnion>& refused, json::Writer& to) {
  BeginRefusal(422, "Invalid", Message(request, refused), to);
  to.Key("details").BeginObject();
  AddName("group", request.group, to);
  AddName("kind", request.kind, to);
  AddName("name", request.name, to);
  to.Key("causes").BeginList();
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < std::min(kCauses, refused.size()); ++i) {
    const std::string body = base::Shorten(BodyOf(refused[i]), kErrorBytes);
    const std::string field = base::Shorten(refused[i].path, kErrorBytes);
    bytes += body.size() + field.size();
    if (bytes > kAllCausesBytes) break;
    to.BeginObject().Add("reason", "FieldValueForbidden").Add("message", body);
    to.Add("field", field).EndObject();
  }
  to.EndList().EndObject().EndObject();
}

std::string WarningOf(const Mutation& mutation) {
  if (!mutation.union_error.empty())
    return "unions are not normalised: " + base::Shorten(mutation.union_error, kWarningMost - 64);
  return base::Shorten(mutation.known_unions.empty() ? "" : FirstOf(mutation.known_unions), kWarningMost);
}

// Returns the answer to a mutation of unions: an AdmissionReview in the version of the request, with the patch.
//
// The audit annotation `changes` lists the changes in the patch. A refusal is a Status like that of the server's
// validation: code 422, reason Invalid, and a cause for each union, whose field is the object with the union. Warnings
// report stored unions with several fields set, and unions whose declaration has an error. Of a long list, only the
// first entries and the number of further ones are written.
std::string WriteUnionAnswer(const AdmissionRequest& request, const Mutation& mutation) {
  json::Writer to;
  BeginAnswer(request, mutation.allowed(), to);
  if (!mutation.allowed()) AddRefusal(request, mutation.refused_unions, to);
  if (!mutation.patch.empty()) {
    to.Add("patchType", "JSONPatch").Add("patch", go::EncodeBase64(mutation.patch));
    to.Key("auditAnnotations").BeginObject();
    to.Add("changes", Listed(mutation.changes, mutation.change_count, "; ")).EndObject();
  }
  const std::string warning = WarningOf(mutation);
  if (!warning.empty()) to.Key("warnings").BeginList().Add(warning).EndList();
  return to.EndObject().EndObject().Take();
}

constexpr const char* kRule = "unions";

class Normalizing {
 public:
  Normalizing(const UnionCrds& crds, Metrics& metrics, Log log)
      : crds_(crds), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const AdmissionRequest& request, base::Arena& arena) const {
    if (!crds_.complete()) return {.status = 503, .body = "the CRDs were not read yet\n"};
    const auto mutation = Mutate(request, crds_, arena);
    if (!mutation.ok()) return AnswerUnchecked({request, request.kind, kRule, true}, mutation.error(), metrics_, log_);
    NoteMutation(request, *mutation);
    return {.content_type = kJson, .body = WriteUnionAnswer(request, *mutation)};
  }

 private:
  void NoteMutation(const AdmissionRequest& request, const Mutation& mutation) const {
    if (!mutation.union_error.empty()) return Note(request, "unusable", mutation.union_error);
    if (!mutation.allowed()) return Note(request, "refused", FieldErrorOf(mutation.refused_unions.front()));
    if (!mutation.known_unions.empty()) Note(request, "warned", FieldErrorOf(mutation.known_unions.front()));
    if (!mutation.changes.empty()) return Note(request, "normalized", mutation.changes.front());
    const ResourceLimit::UnlimitedScope unlimited;
    metrics_.CountDecision("allowed", kRule);
  }

  void Note(const AdmissionRequest& request, std::string_view outcome, const std::string& why) const {
    const ResourceLimit::UnlimitedScope unlimited;
    metrics_.CountDecision(outcome, kRule);
    log_(LogLine(request, outcome, request.kind, why));
  }

  const UnionCrds& crds_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer NewUnionAnswer(const UnionCrds& crds, Metrics& metrics, Log log) {
  auto normalizing = std::make_shared<const Normalizing>(crds, metrics, std::move(log));
  const auto run = [normalizing](const AdmissionRequest& request, base::Arena& arena) {
    return normalizing->Answer(request, arena);
  };
  return {run};
}

}  // namespace structural::webhook
