// Answers: the webhook's answers to the API server's reviews.
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

// Writes an AdmissionReview in the version of the request. A refusal is a Status in the form of the
// server's own validation: code 422, reason Invalid, and a cause for each field. The message also
// names the rules. Warnings and audit annotations name the rule and the field. Long lists have
// their first entries and the number of further ones, and long texts are cut (see below), but the
// decision is based on all of them.
//
// Upstream: apimachinery pkg/api/errors NewInvalid; api admission/v1 AdmissionResponse (v0.37.2).
std::string WriteAnswer(const AdmissionRequest& request, const Decision& decision);

// A change that cannot be checked.
struct Unchecked {
  const AdmissionRequest& request;
  std::string_view of;    // name in the log
  std::string_view rule;  // name in the metrics
  bool enforces;          // the change is refused; false if no rule is enforced
};

// Refuses the change with code 400. Allows it with a warning if no rule is enforced, or if it changes only metadata, so
// that stored objects can be deleted. Counts it as `failed` or `unchecked`, and writes a line to `log`.
http::Response AnswerUnchecked(const Unchecked& change, const base::Error& error, Metrics& metrics, const Log& log);

// Number of errors that a Status lists as causes, and of those in its message.
inline constexpr std::size_t kCauses = 100;
inline constexpr std::size_t kInMessage = 10;
// Maximum bytes of texts that are repeated from a review. An answer without a patch has a few
// hundred kilobytes at most. Kubernetes' own names have up to 253 bytes.
inline constexpr std::size_t kNameBytes = 1024;
inline constexpr std::size_t kErrorBytes = 4096;
inline constexpr std::size_t kAllCausesBytes = 64 * 1024;
// Maximum bytes that an API server repeats of one warning, and of all warnings, including those of
// others.
// Upstream: k8s.io/apiserver pkg/endpoints/filters/warning.go (v0.37.2).
inline constexpr std::size_t kWarningBytes = 256;
inline constexpr std::size_t kAllWarningsBytes = 4096;

// Writes the first kNameBytes of a text.
void AddName(std::string_view key, std::string_view name, json::Writer& to);

// Writes the start of a review, including "allowed"; two braces stay open.
void BeginAnswer(const AdmissionRequest& request, bool allowed, json::Writer& to);

// Writes the start of "status", including its message; its brace stays open.
void BeginRefusal(int code, std::string_view reason, std::string_view message, json::Writer& to);

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
