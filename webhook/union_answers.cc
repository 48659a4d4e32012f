#include <algorithm>
#include <string>
#include <utility>

#include "schema/base/quote.h"
#include "schema/go/base64.h"
#include "webhook/admission_mutator.h"
#include "webhook/admission_request.h"
#include "webhook/allowance.h"
#include "webhook/answer.h"

namespace structural::webhook {
namespace {

using http::Response;
using unions::kep::UndecidedUnion;

constexpr std::size_t kWarningMost = kAllWarningsBytes - 64;

std::string BodyOf(const UndecidedUnion& undecided) {
  std::string text = "Forbidden: only one field of a union can be set: ";
  const char* separator = "";
  for (const std::string& field : undecided.fields) text.append(std::exchange(separator, ", ")).append(field);
  return text;
}

// Returns the field error of one union, such as "spec.source: Forbidden: of a union only one field
// can be set: a, b".
//
// A union of the object itself has no path.
std::string FieldErrorOf(const UndecidedUnion& undecided) {
  return (undecided.path.empty() ? "" : undecided.path + ": ") + BodyOf(undecided);
}

// Lists the texts `first`, the first of `count` texts.
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
  if (!mutation.unusable.empty())
    return "unions are not normalised: " + base::Shorten(mutation.unusable, kWarningMost - 64);
  return base::Shorten(mutation.known.empty() ? "" : FirstOf(mutation.known), kWarningMost);
}

// Writes the answer about unions.
//
// An AdmissionReview in the version of the request, with the patch. The audit annotation `changes`
// lists its changes. A refusal is a Status like that of validation: code 422, reason Invalid, and a
// cause for each union, at the object that has its fields. Warnings report unions that are stored
// undecided or cannot be used. Long lists have their first entries and the number of further ones.
std::string WriteUnionAnswer(const AdmissionRequest& request, const Mutation& mutation) {
  json::Writer to;
  BeginAnswer(request, mutation.allowed(), to);
  if (!mutation.allowed()) AddRefusal(request, mutation.refused, to);
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
    if (!mutation.unusable.empty()) return Note(request, "unusable", mutation.unusable);
    if (!mutation.allowed()) return Note(request, "refused", FieldErrorOf(mutation.refused.front()));
    if (!mutation.known.empty()) Note(request, "warned", FieldErrorOf(mutation.known.front()));
    if (!mutation.changes.empty()) return Note(request, "normalized", mutation.changes.front());
    const ResourceLimit::Pause pause;
    metrics_.Decided("allowed", kRule);
  }

  void Note(const AdmissionRequest& request, std::string_view outcome, const std::string& why) const {
    const ResourceLimit::Pause pause;
    metrics_.Decided(outcome, kRule);
    log_(LogLine(request, outcome, request.kind, why));
  }

  const UnionCrds& crds_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer UnionAnswers(const UnionCrds& crds, Metrics& metrics, Log log) {
  auto normalizing = std::make_shared<const Normalizing>(crds, metrics, std::move(log));
  const auto run = [normalizing](const AdmissionRequest& request, base::Arena& arena) {
    return normalizing->Answer(request, arena);
  };
  return {run};
}

}  // namespace structural::webhook
