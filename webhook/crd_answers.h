// Answers on CustomResourceDefinitions.
#pragma once

#include "webhook/admission_validator.h"
#include "webhook/handler.h"

namespace structural::webhook {

// By the decision of admission_validator.h, written as answer.h says; it is counted, and all but a
// plain yes is a line for `log`. `metrics` must outlive it.
Answer CrdAnswers(Rules rules, Metrics& metrics, Log log);

}  // namespace structural::webhook
