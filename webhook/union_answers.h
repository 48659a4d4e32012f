// Answers on custom resources whose CRDs declare unions.
#pragma once

#include "webhook/handler.h"
#include "webhook/union_crds.h"

namespace structural::webhook {

// By the mutation of admission_mutator.h, written as union_answer.h says. Until the CRDs are
// complete the status is 503: the API server then goes by the failurePolicy. What is normalised,
// refused or fails is a line for `log`. The CRDs and `metrics` must outlive it.
Answer UnionAnswers(const UnionCrds& crds, Metrics& metrics, Log log);

}  // namespace structural::webhook
