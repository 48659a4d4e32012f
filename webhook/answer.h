// Answers: what goes back to the API server, by what it asks about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "schema/base/result.h"
#include "schema/json/write.h"
#include "webhook/admission_request.h"
#include "webhook/admission_validator.h"
#include "webhook/handler.h"
#include "webhook/union_crds.h"

namespace structural::webhook {

// An AdmissionReview of the version that was asked in. A refusal is a Status as the server's own
// validation writes it: code 422, reason Invalid, a cause for each field; the message also names
// the rules. Warnings and audit annotations name rule and field. Of long lists the first are said,
// and how many there are more; long texts are cut (see below). The verdict is that of all.
//
// Upstream: apimachinery pkg/api/errors NewInvalid; api admission/v1 AdmissionResponse (v0.37.2).
std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision);

// A change that cannot be checked.
struct Unchecked {
  const AdmissionRequest& request;
  std::string_view of;    // in the log
  std::string_view rule;  // in the metrics
  bool enforces;          // as Answer::enforces
};

// Refuses the change with code 400. Allows it with a warning if no rule is enforced, or if it changes only metadata, so
// that stored objects can be deleted. Counts it as `failed` or `unchecked`, and writes a line to `log`.
http::Response AnswerUnchecked(const Unchecked& change, const base::Error& error, Metrics& metrics, const Log& log);

// Pieces of the AdmissionReviews that go back.

// How many errors a Status lists as causes, and how many of them its message has.
inline constexpr std::size_t kCauses = 100;
inline constexpr std::size_t kInMessage = 10;
// Of texts that a review brings so many bytes are repeated; an answer without a patch has some
// hundred kilobytes at most. A name of Kubernetes' own has 253.
inline constexpr std::size_t kNameBytes = 1024;
inline constexpr std::size_t kErrorBytes = 4096;
inline constexpr std::size_t kAllCausesBytes = 64 * 1024;
// What an API server repeats of one warning, and of all, as warnings of others count, too.
// Upstream: k8s.io/apiserver pkg/endpoints/filters/warning.go (v0.37.2).
inline constexpr std::size_t kWarningBytes = 256;
inline constexpr std::size_t kAllWarningsBytes = 4096;

// The text's first kNameBytes.
void AddName(std::string_view key, std::string_view name, json::Writer& to);

// Up to and with "allowed"; two braces are left open.
void BeginAnswer(const AdmissionRequest& request, bool allowed, json::Writer& to);

// "status" up to and with its message, its brace left open.
void BeginRefusal(int code, std::string_view reason, std::string_view message, json::Writer& to);

// On CustomResourceDefinitions, by the decision of admission_validator.h, written as WriteAnswer says;
// it is counted, and all but a plain yes is a line for `log`. `metrics` must outlive it.
Answer CrdAnswers(Rules rules, Metrics& metrics, Log log);

// On custom resources whose CRDs declare unions, by the mutation of admission_mutator.h. Until the
// CRDs are complete the status is 503: the API server then goes by the failurePolicy. What is
// normalised, refused or fails is a line for `log`. The CRDs and `metrics` must outlive it.
Answer UnionAnswers(const UnionCrds& crds, Metrics& metrics, Log log);

}  // namespace structural::webhook
