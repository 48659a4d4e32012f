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

// Returns the reason why a certificate cannot be served any longer; empty if it can.
std::string Fault(const Inspection& found, const CertificatePolicy& terms, Moment now) {
  for (const std::string& host : terms.hosts) {
    const bool among = std::ranges::find(found.hosts, Canonical(host)) != found.hosts.end();
    if (!among) return "it is not valid for " + host;
  }
  if (found.from > now + terms.skew) return "it is not valid before " + Text(found.from);
  if (now >= found.until - terms.renew_before) return "it expires on " + Text(found.until);
  return "";
}

// Returns the start of the next certificate's validity, plus the clock skew; nullopt if no usable
// next certificate exists.
std::optional<Moment> NextFrom(const StoredCertificates& stored, const CertificatePolicy& terms, Moment now) {
  if (stored.next_certificate.empty()) return std::nullopt;
  const auto next = Inspect(stored.next_certificate, stored.next_key, stored.authorities);
  if (!next.ok() || !Fault(*next, terms, now).empty()) return std::nullopt;
  return next->from + terms.skew;
}

Plan PlanSwap(Moment made, const CertificatePolicy& terms, Moment now) {
  const Moment settled = made + terms.trust_propagation;
  if (now >= settled) return {Step::kSwap, "its authority is trusted", now};
  return {Step::kNone, "the next certificate will be served from " + Text(settled) + " on", settled, true};
}

// Plans the removal of authorities that are no longer needed after the overlap.
Plan PlanRest(const StoredCertificates& stored, const CertificatePolicy& terms, Moment until, Moment now) {
  const Moment renewal = until - terms.renew_before;
  if (SignersOf({stored.certificate}, stored.authorities) == stored.authorities) {
    return {Step::kNone, "valid until " + Text(until) + ", renewed from " + Text(renewal) + " on", renewal};
  }
  const Moment over = *stored.since + terms.overlap;
  if (now >= over) return {Step::kPruneCA, "no replica serves the previous certificate", now};
  return {Step::kNone, "valid until " + Text(until) + ", the previous authority is trusted until " + Text(over),
          std::min(over, renewal)};
}

Result<IssuedCertificate> New(const CertificatePolicy& terms, Moment now) {
  return Issue({.hosts = terms.hosts, .from = now - terms.skew, .until = now + terms.validity});
}

StoredCertificates Swapped(StoredCertificates stored, Moment now) {
  stored.certificate = std::move(stored.next_certificate);
  stored.key = std::move(stored.next_key);
  stored.next_certificate.clear();
  stored.next_key.clear();
  stored.since = now;
  return stored;
}

}  // namespace

Status CheckTerms(const CertificatePolicy& terms) {
  if (terms.validity < std::chrono::minutes(1)) return Contradiction("the validity is too short");
  if (terms.renew_before >= terms.validity) {
    return Contradiction(
        "the validity must be longer than the time before expiry at which a certificate is "
        "renewed");
  }
  if (terms.overlap > terms.renew_before) {
    return Contradiction(
        "the overlap must not be longer than the time before expiry at which a certificate is "
        "renewed");
  }
  return base::Ok();
}

Result<Plan> MakePlan(const StoredCertificates& stored, const CertificatePolicy& terms, Moment now) {
  if (stored.certificate.empty()) return Plan{Step::kIssue, "no certificate exists", now};
  if (!stored.since) {
    return Error(ErrorCode::kInvalidInput,
                 "contains a certificate of another program; choose another place, or delete it");
  }
  const auto found = Inspect(stored.certificate, stored.key, stored.authorities);
  if (!found.ok()) return Plan{Step::kIssue, found.error().message(), now};
  const std::string fault = Fault(*found, terms, now);
  if (const auto made = NextFrom(stored, terms, now)) return PlanSwap(*made, terms, now);
  if (!fault.empty()) return Plan{Step::kPrepare, fault, now};
  return PlanRest(stored, terms, found->until, now);
}

Result<StoredCertificates> ApplyStep(const Plan& plan, const StoredCertificates& stored, const CertificatePolicy& terms,
                                     Moment now) {
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
  auto fresh = New(terms, now);
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
