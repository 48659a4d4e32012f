#include "webhook/certs/plan.h"

#include <algorithm>
#include <optional>

namespace structural::certs {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

Error Contradiction(const char* what) { return {ErrorCode::kInvalidInput, what}; }

// Returns the reason why the certificate must be replaced; empty if it need not be.
std::string Fault(const InspectedCertificate& found, const CertificatePolicy& policy, Moment now) {
  for (const std::string& host : policy.hosts) {
    const bool among = std::ranges::find(found.hosts, CanonicalHost(host)) != found.hosts.end();
    if (!among) return "it is not valid for " + host;
  }
  if (found.from > now + policy.skew) return "it is not valid before " + Text(found.from);
  if (now >= found.until - policy.renew_before) return "it expires on " + Text(found.until);
  return "";
}

// Returns the time from which the next certificate can be served: the start of its validity plus policy.skew. Returns
// nullopt if no usable next certificate exists.
std::optional<Moment> NextFrom(const StoredCertificates& stored, const CertificatePolicy& policy, Moment now) {
  if (stored.next_certificate.empty()) return std::nullopt;
  const auto next = Inspect(stored.next_certificate, stored.next_key, stored.authorities);
  if (!next.ok() || !Fault(*next, policy, now).empty()) return std::nullopt;
  return next->from + policy.skew;
}

Plan PlanSwap(Moment made, const CertificatePolicy& policy, Moment now) {
  const Moment settled = made + policy.trust_propagation;
  if (now >= settled) return {Step::kSwap, "its authority is trusted", now};
  return {Step::kNone, "the next certificate will be served from " + Text(settled) + " on", settled, true};
}

// Returns kPruneCA if authorities can be removed now, and otherwise kNone.
Plan PlanRest(const StoredCertificates& stored, const CertificatePolicy& policy, Moment until, Moment now) {
  const Moment renewal = until - policy.renew_before;
  if (SignersOf({stored.certificate}, stored.authorities) == stored.authorities) {
    return {Step::kNone, "valid until " + Text(until) + ", renewed from " + Text(renewal) + " on", renewal};
  }
  const Moment over = *stored.served_since + policy.overlap;
  if (now >= over) return {Step::kPruneCA, "no replica serves the previous certificate", now};
  return {Step::kNone, "valid until " + Text(until) + ", the previous authority is trusted until " + Text(over),
          std::min(over, renewal)};
}

Result<IssuedCertificate> New(const CertificatePolicy& policy, Moment now) {
  return Issue({.hosts = policy.hosts, .from = now - policy.skew, .until = now + policy.validity});
}

StoredCertificates Swapped(StoredCertificates stored, Moment now) {
  stored.certificate = std::move(stored.next_certificate);
  stored.key = std::move(stored.next_key);
  stored.next_certificate.clear();
  stored.next_key.clear();
  stored.served_since = now;
  return stored;
}

}  // namespace

Status CheckPolicy(const CertificatePolicy& policy) {
  if (policy.validity < std::chrono::minutes(1)) return Contradiction("the validity is too short");
  if (policy.renew_before >= policy.validity) {
    return Contradiction(
        "the validity must be longer than the time before expiry at which a certificate is "
        "renewed");
  }
  if (policy.overlap > policy.renew_before) {
    return Contradiction(
        "the overlap must not be longer than the time before expiry at which a certificate is "
        "renewed");
  }
  return base::Ok();
}

Result<Plan> MakePlan(const StoredCertificates& stored, const CertificatePolicy& policy, Moment now) {
  if (stored.certificate.empty()) return Plan{Step::kIssue, "no certificate exists", now};
  if (!stored.served_since) {
    return Error(ErrorCode::kInvalidInput,
                 "contains a certificate of another program; choose another place, or delete it");
  }
  const auto found = Inspect(stored.certificate, stored.key, stored.authorities);
  if (!found.ok()) return Plan{Step::kIssue, found.error().message(), now};
  const std::string fault = Fault(*found, policy, now);
  if (const auto made = NextFrom(stored, policy, now)) return PlanSwap(*made, policy, now);
  if (!fault.empty()) return Plan{Step::kPrepare, fault, now};
  return PlanRest(stored, policy, found->until, now);
}

Result<StoredCertificates> ApplyStep(const Plan& plan, const StoredCertificates& stored,
                                     const CertificatePolicy& policy, Moment now) {
  StoredCertificates after = stored;
  switch (plan.step) {
    case Step::kNone: return after;
    case Step::kSwap: return Swapped(std::move(after), now);
    case Step::kPruneCA:
      after.next_certificate.clear();
      after.next_key.clear();
      after.authorities = SignersOf({stored.certificate}, stored.authorities);
      return after;
    case Step::kIssue:
    case Step::kPrepare: break;
  }
  auto fresh = New(policy, now);
  if (!fresh.ok()) return fresh.error();
  after.next_certificate = std::move(fresh->certificate);
  after.next_key = std::move(fresh->key);
  after.authorities = fresh->authority;
  for (const std::string& trusted : SplitAuthorities(stored.authorities)) {
    after.authorities += trusted;
  }
  return plan.step == Step::kIssue ? Swapped(std::move(after), now) : after;
}

}  // namespace structural::certs
