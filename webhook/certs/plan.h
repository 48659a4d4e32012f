// Plan: the next step for a certificate at a given time. The functions are pure, except for the random numbers in new
// keys.
//
// A certificate is renewed in steps. After each step, every call of the webhook succeeds, and any process can do the
// next step. A pair is a certificate and its key.
//   kIssue     creates the first pair, or replaces one that cannot be used.
//   kPrepare   creates another pair, and adds its authority to the trusted ones.
//   kSwap      replaces the old pair by the new one, when all clients trust both.
//   kPruneCA   removes the old authority, when no process can serve the old pair any longer.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "schema/base/result.h"
#include "webhook/certs/certificate.h"
#include "webhook/certs/store.h"

namespace structural::certs {

struct CertificatePolicy {
  std::vector<std::string> hosts;                           // hosts for which the certificate must be valid
  std::chrono::seconds validity{std::chrono::hours(2160)};  // time from the issue of a certificate to its end
  // Time from the renewal to the end of the certificate's validity.
  std::chrono::seconds renew_before{std::chrono::hours(720)};
  // Time for which the old authority stays trusted after the new certificate can be served.
  std::chrono::seconds overlap{std::chrono::hours(24)};
  // Maximum time by which the clocks of clients can be slow.
  std::chrono::seconds skew{std::chrono::hours(1)};
  // Maximum time until all API servers trust an authority that was added to a webhook configuration.
  std::chrono::seconds trust_propagation{30};
};

// Returns kInvalidInput if the times in the policy contradict each other.
base::Status CheckPolicy(const CertificatePolicy& policy);

enum class Step { kNone, kIssue, kPrepare, kSwap, kPruneCA };

struct Plan {
  Step step = Step::kNone;
  std::string reason;    // reason of the step: "it ends on 2026-11-21T04:08:43Z"; for kNone, the certificate's state
  Moment next_step_at;   // time at which the next step is due; only set for kNone
  bool pending = false;  // whether a renewal has begun and is not complete; only set for kNone
};

// Returns the next step. kInvalidInput: this program did not create the stored certificate, so it must not be changed.
base::Result<Plan> MakePlan(const StoredCertificates& stored, const CertificatePolicy& policy, Moment now);

// Applies the step to the stored certificates, and returns the result, which the caller must store. Errors: those of
// Issue.
base::Result<StoredCertificates> ApplyStep(const Plan& plan, const StoredCertificates& stored,
                                           const CertificatePolicy& policy, Moment now);

}  // namespace structural::certs
