#include "webhook/union_answers.h"

#include <utility>

#include "webhook/allowance.h"
#include "webhook/answer.h"
#include "webhook/union_answer.h"
#include "webhook/union_door.h"

namespace structural::webhook {
namespace {

using http::Response;

constexpr const char* kRule = "unions";

class Normalizing {
 public:
  Normalizing(const UnionCrds& crds, Metrics& metrics, Log log)
      : crds_(crds), metrics_(metrics), log_(std::move(log)) {}

  Response Answer(const Review& review, base::Arena& arena) const {
    if (!crds_.complete()) return {.status = 503, .body = "the CRDs are not known yet\n"};
    const auto mutation = Mutate(review, crds_, arena);
    if (!mutation.ok()) {
      Note(review, "failed", mutation.error().message());
      return {.content_type = kJson, .body = WriteFailure(review, mutation.error())};
    }
    NoteMutation(review, *mutation);
    return {.content_type = kJson, .body = WriteUnionAnswer(review, *mutation)};
  }

 private:
  void NoteMutation(const Review& review, const Mutation& mutation) const {
    if (!mutation.unusable.empty()) return Note(review, "unusable", mutation.unusable);
    if (!mutation.allowed()) return Note(review, "refused", FieldErrorOf(mutation.refused.front()));
    if (!mutation.known.empty()) Note(review, "warned", FieldErrorOf(mutation.known.front()));
    if (!mutation.changes.empty()) return Note(review, "normalized", mutation.changes.front());
    const Allowance::Pause pause;
    metrics_.Decided("allowed", kRule);
  }

  void Note(const Review& review, std::string_view outcome, const std::string& why) const {
    const Allowance::Pause pause;
    metrics_.Decided(outcome, kRule);
    log_(LogLine(review, outcome, review.kind, why));
  }

  const UnionCrds& crds_;
  Metrics& metrics_;
  const Log log_;
};

}  // namespace

Answer UnionAnswers(const UnionCrds& crds, Metrics& metrics, Log log) {
  auto normalizing = std::make_shared<const Normalizing>(crds, metrics, std::move(log));
  return [normalizing](const Review& review, base::Arena& arena) {
    return normalizing->Answer(review, arena);
  };
}

}  // namespace structural::webhook
