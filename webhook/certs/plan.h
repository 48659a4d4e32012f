// Plan: the next step for a certificate at a given time. Pure, except for the random numbers of new
// keys.
//
// A certificate is renewed in steps. Every call of the webhook succeeds after each of them, and any
// process can do the next one.
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
  std::vector<std::string> hosts;  // required hosts of the certificate
  std::chrono::seconds validity{std::chrono::hours(2160)};
  // Time from the renewal to the end of the certificate's validity.
  std::chrono::seconds renew_before{std::chrono::hours(720)};
  // Time for which the old authority stays trusted after the new certificate can be served.
  std::chrono::seconds overlap{std::chrono::hours(24)};
  // Maximum time by which clients' clocks may be slow.
  std::chrono::seconds skew{std::chrono::hours(1)};
  // Maximum time until all API servers trust another authority.
  std::chrono::seconds trust_propagation{30};
};

// kInvalidInput: the terms contradict each other.
base::Status CheckTerms(const CertificatePolicy& terms);

enum class Step { kNone, kIssue, kPrepare, kSwap, kPruneCA };

struct Plan {
  Step step = Step::kNone;
  std::string why;       // reason of the step: "it ends on 2026-11-21T04:08:43Z"; with kNone: the state
  Moment next_step_at;   // time of the next step; set with kNone only
  bool pending = false;  // a renewal has begun and is not complete; set with kNone only
};

// Returns the next step. kInvalidInput: the stored certificate was not created by this program, and is not changed.
base::Result<Plan> MakePlan(const StoredCertificates& stored, const CertificatePolicy& terms, Moment now);

// Returns the state to store after the step. Errors: those of Issue.
base::Result<StoredCertificates> ApplyStep(const Plan& plan, const StoredCertificates& stored,
                                           const CertificatePolicy& terms, Moment now);

}  // namespace structural::certs
