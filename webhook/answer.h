// Creates the webhook's answers to the AdmissionReviews of the API server.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "webhook/admission_request.h"
#include "webhook/admission_validator.h"
#include "webhook/handler.h"
#include "webhook/union_crds.h"

namespace structural::webhook {

// A change that cannot be checked, for example because its object cannot be read.
struct UncheckedChange {
  const AdmissionRequest& request;
  std::string_view object_kind;  // kind of the object, for the log
  std::string_view rule;         // name of the rule in the metrics; empty if no single rule failed
  bool enforces;                 // whether a rule is enforced, so that the change is refused
};

// Answers a change that cannot be checked. If no rule is enforced, or if it changes only metadata, it is allowed with a
// warning: otherwise a finalizer could not be removed, and the object not be deleted. Any other change is refused with
// code 400. Counts a refusal as `failed` and an allowed change as `unchecked`, and writes a line to `log`.
http::Response AnswerUnchecked(const UncheckedChange& change, const base::Error& error, Metrics& metrics,
                               const Log& log);

// Returns an Answer that answers reviews of CustomResourceDefinitions with the result of Decide. It counts each
// decision, and writes a line to `log` unless the change is allowed without warnings. `metrics` must outlive the
// Answer.
Answer NewCrdAnswer(Rules rules, Metrics& metrics, Log log);

// Returns an Answer that answers reviews of custom resources with the result of Mutate. Until all CRDs are known, it
// answers with status 503, so that the API server applies the webhook's failurePolicy. It writes a line to `log` for
// each object that is normalized or refused, and for each failure. `crds` and `metrics` must outlive the Answer.
Answer NewUnionAnswer(const UnionCrds& crds, Metrics& metrics, Log log);

}  // namespace structural::webhook
