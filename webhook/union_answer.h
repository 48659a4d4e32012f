// What goes back to the API server about unions.
#pragma once

#include <string>

#include "webhook/admission_mutator.h"
#include "webhook/admission_request.h"

namespace structural::webhook {

// An AdmissionReview of the version that was asked in, with the patch; what it changes is in the
// audit annotation `changes`. A refusal is a Status as of validation: code 422, reason Invalid, a
// cause for each union, at the object that has its fields. Unions that are stored undecided, or
// cannot be used, are warned of. Of long lists the first are said, and how many there are more.
std::string WriteUnionAnswer(const AdmissionRequest& request, const Mutation& mutation);

// The field error of one union: "spec.source: Forbidden: of a union only one field can be set: a,
// b".
std::string FieldErrorOf(const unions::kep::UndecidedUnion& undecided);

}  // namespace structural::webhook
