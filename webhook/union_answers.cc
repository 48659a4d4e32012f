#include "webhook/union_answers.h"

#include <utility>

#include "webhook/admission_mutator.h"
#include "webhook/allowance.h"
#include "webhook/answer.h"
#include "webhook/union_answer.h"

namespace structural::webhook {
namespace {

using http::Response;

constexpr const char* kRule = "unions";

class Normalizing {
 public:
  Normalizing(const UnionCrds& crds, Metrics& metrics, Log log)
      : crds_(crds), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const AdmissionRequest& request, base::Arena& arena) const {
    if (!crds_.complete()) return {.status = 503, .body = "the CRDs were not read yet\n"};
    const auto mutation = Mutate(request, crds_, arena);
    if (!mutation.ok()) {
      Note(request, "failed", mutation.error().message());
      return {.content_type = kJson, .body = WriteFailure(request, mutation.error())};
    }
    NoteMutation(request, *mutation);
    return {.content_type = kJson, .body = WriteUnionAnswer(request, *mutation)};
  }

 private:
  void NoteMutation(const AdmissionRequest& request, const Mutation& mutation) const {
    if (!mutation.unusable.empty()) return Note(request, "unusable", mutation.unusable);
    if (!mutation.allowed())
      return Note(request, "refused", FieldErrorOf(mutation.refused.front()));
    if (!mutation.known.empty()) Note(request, "warned", FieldErrorOf(mutation.known.front()));
    if (!mutation.changes.empty()) return Note(request, "normalized", mutation.changes.front());
    const Allowance::Pause pause;
    metrics_.Decided("allowed", kRule);
  }

  void Note(const AdmissionRequest& request, std::string_view outcome,
            const std::string& why) const {
    const Allowance::Pause pause;
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
  return [normalizing](const AdmissionRequest& request, base::Arena& arena) {
    return normalizing->Answer(request, arena);
  };
}

}  // namespace structural::webhook
