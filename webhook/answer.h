// What goes back to the API server.
#pragma once

#include <string>

#include "schema/base/error.h"
#include "webhook/admission_request.h"
#include "webhook/admission_validator.h"

namespace structural::webhook {

// An AdmissionReview of the version that was asked in. A refusal is a Status as the server's own
// validation writes it: code 422, reason Invalid, a cause for each field; the message also names
// the rules. Warnings and audit annotations name rule and field. Of long lists the first are said,
// and how many there are more; long texts are cut (answer_parts.h). The verdict is that of all.
//
// Upstream: apimachinery pkg/api/errors NewInvalid; api admission/v1 AdmissionResponse (v0.37.2).
std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision);

// A refusal because the change cannot be judged: code 400.
std::string WriteFailure(const AdmissionRequest& request, const base::Error& error);

}  // namespace structural::webhook
