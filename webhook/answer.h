// Answers: the webhook's answers to the API server's reviews.
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

// A change that cannot be checked.
struct UncheckedChange {
  const AdmissionRequest& request;
  std::string_view of;    // kind of the object, for the log
  std::string_view rule;  // name in the metrics
  bool enforces;          // the change is refused; false if no rule is enforced
};

// Refuses the change with code 400. Allows it with a warning if no rule is enforced, or if it changes only metadata, so
// that stored objects can be deleted. Counts it as `failed` or `unchecked`, and writes a line to `log`.
http::Response AnswerUnchecked(const UncheckedChange& change, const base::Error& error, Metrics& metrics,
                               const Log& log);

// Answers reviews of CustomResourceDefinitions with Decide and WriteAnswer. Counts each decision,
// and writes a line to `log` unless the change is allowed without warnings. `metrics` must outlive
// the answer.
Answer CrdAnswers(Rules rules, Metrics& metrics, Log log);

// Answers reviews of custom resources whose CRDs declare unions, with Mutate. The status is 503
// until the CRDs are complete, so that the API server applies the failurePolicy. Writes a line to
// `log` for each object that is normalized or refused, and for each failure. The CRDs and `metrics`
// must outlive the answer.
Answer UnionAnswers(const UnionCrds& crds, Metrics& metrics, Log log);

}  // namespace structural::webhook
