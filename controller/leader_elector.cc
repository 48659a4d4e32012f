#include "controller/leader_elector.h"

#include <limits>
#include <random>

#include <glog/logging.h>

namespace structural::controller {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using kube::Lease;

constexpr auto kNever = std::numeric_limits<Clock::Monotonic::rep>::min();
constexpr double kJitter = 1.2;
// Duration of a released Lease, in seconds. It is the shortest that the API allows, so that the Lease expires soon.
constexpr int kReleasedSeconds = 1;

kube::ClientOptions RequestOptions(const LeaderElectionOptions& options) {
  // The client does not retry, because the elector itself tries again after retry_period, with a newer renew time.
  return {.request_timeout = options.renew_deadline / 2, .max_retries = 0};
}

std::chrono::milliseconds Jittered(std::chrono::milliseconds period, double random) {
  return std::chrono::milliseconds(
      static_cast<std::int64_t>(static_cast<double>(period.count()) * (1 + kJitter * random)));
}

int WholeSeconds(std::chrono::milliseconds duration) {
  return static_cast<int>(std::chrono::ceil<std::chrono::seconds>(duration).count());
}

}  // namespace

std::string NewIdentity(const std::string& host) {
  std::random_device random;
  char id[33];
  for (int part = 0; part < 4; ++part) std::snprintf(id + part * 8, 9, "%08x", random());
  const std::string text(id, 32);
  return host + "_" + text.substr(0, 8) + "-" + text.substr(8, 4) + "-" + text.substr(12, 4) + "-" +
         text.substr(16, 4) + "-" + text.substr(20);
}

Status CheckOptions(const LeaderElectionOptions& options) {
  if (options.lease_duration <= options.renew_deadline) {
    return Error(ErrorCode::kInvalidInput, "the lease duration must be greater than the renew deadline");
  }
  if (options.retry_period.count() <= 0 || static_cast<double>(options.renew_deadline.count()) <=
                                               kJitter * static_cast<double>(options.retry_period.count())) {
    return Error(ErrorCode::kInvalidInput,
                 "the renew deadline must be greater than 1.2 times the retry period, which must "
                 "be greater than 0");
  }
  return base::Ok();
}

LeaderElector::LeaderElector(kube::Transport& transport, Clock& clock, LeaderElectionOptions options)
    : clock_(clock), options_(std::move(options)), client_(transport, RequestOptions(options_)), leads_until_(kNever) {}

kube::MicroTime LeaderElector::WallNow() const {
  return std::chrono::floor<std::chrono::microseconds>(clock_.WallNow());
}

bool LeaderElector::IsLeader() const { return clock_.Now().time_since_epoch().count() < leads_until_.load(); }

std::string LeaderElector::Holder() const {
  const std::lock_guard lock(mutex_);
  return observed_ ? observed_->lease.holder_identity : "";
}

bool LeaderElector::IsMine() const { return Holder() == options_.identity; }

bool LeaderElector::HasExpired() const {
  const std::lock_guard lock(mutex_);
  if (!observed_ || observed_->lease.holder_identity.empty()) return true;
  const std::chrono::seconds duration(observed_->lease.lease_duration_seconds);
  return observed_->at + duration <= clock_.Now();
}

void LeaderElector::AnnounceHolder(const std::string& before) {
  const std::string now = Holder();
  if (now == before || now.empty()) return;
  LOG(INFO) << "lease " << options_.namespace_ << "/" << options_.name << " is held by " << now;
}

// Records the Lease. If it has changed, also records the time, because only a change shows that its holder is alive.
void LeaderElector::RecordLease(Lease lease) {
  const std::string before = Holder();
  {
    const std::lock_guard lock(mutex_);
    if (!observed_ || observed_->lease.resource_version != lease.resource_version) {
      observed_ = {std::move(lease), clock_.Now()};
    }
  }
  AnnounceHolder(before);
}

Status LeaderElector::ReadLease(std::stop_token stop) {
  Result<Lease> found = kube::GetLease(client_, options_.namespace_, options_.name, stop);
  if (found.ok()) {
    RecordLease(*std::move(found));
  } else if (found.error().code() == ErrorCode::kNotFound) {
    const std::lock_guard lock(mutex_);
    observed_.reset();
  } else {
    return found.error();
  }
  return base::Ok();
}

// Writes the Lease with this process as its holder. Returns false if another process has changed the Lease.
Result<bool> LeaderElector::TakeOver(Lease lease, std::stop_token stop) {
  const Clock::Monotonic asked_at = clock_.Now();
  const bool was_mine = lease.holder_identity == options_.identity;
  lease.lease_duration_seconds = WholeSeconds(options_.lease_duration);
  lease.renew_time = WallNow();
  if (!was_mine) {
    lease.acquire_time = lease.renew_time;
    if (!lease.resource_version.empty()) ++lease.lease_transitions;
    lease.holder_identity = options_.identity;
  }
  const bool is_new = lease.resource_version.empty();
  Result<Lease> written = is_new ? kube::CreateLease(client_, lease, stop) : kube::UpdateLease(client_, lease, stop);
  if (!written.ok()) {
    const ErrorCode code = written.error().code();
    // On an update, 404 means that the Lease was deleted; on a creation, that the namespace does not exist.
    const bool is_gone = code == ErrorCode::kNotFound && !is_new;
    if (code != ErrorCode::kConflict && !is_gone) return written.error();
    const Status seen = ReadLease(stop);
    if (!seen.ok()) return seen.error();
    return false;
  }
  RecordLease(*std::move(written));
  const auto before = leads_until_.exchange((asked_at + options_.renew_deadline).time_since_epoch().count());
  // True if the previous value of leads_until_ had passed before this renewal, so IsLeader has returned false. Must be
  // computed after leads_until_ was set, because IsLeader uses the previous value until then.
  had_expired_ = clock_.Now().time_since_epoch().count() >= before;
  return true;
}

Result<bool> LeaderElector::TryToLead(std::stop_token stop) {
  // If this process holds the Lease, and the Lease has not expired, no other process writes it, so it need not be read.
  if (!IsMine() || HasExpired()) {
    const Status seen = ReadLease(stop);
    if (!seen.ok()) return seen.error();
    if (!IsMine() && !HasExpired()) return false;
  }
  Lease lease{.namespace_ = options_.namespace_, .name = options_.name};
  {
    const std::lock_guard lock(mutex_);
    if (observed_) lease = observed_->lease;
  }
  return TakeOver(std::move(lease), stop);
}

Status LeaderElector::Acquire(std::stop_token stop) {
  LOG(INFO) << "waiting for the lease " << options_.namespace_ << "/" << options_.name << " as " << options_.identity;
  while (!stop.stop_requested()) {
    const Result<bool> leads = TryToLead(stop);
    if (leads.ok() && *leads) {
      LOG(INFO) << "leading";
      return base::Ok();
    }
    if (!leads.ok() && !stop.stop_requested()) {
      LOG(WARNING) << "leader election: " << leads.error().message();
    }
    if (!options_.sleep(Jittered(options_.retry_period, options_.random()), stop)) break;
  }
  return Error(ErrorCode::kCancelled, "stopped");
}

Status LeaderElector::Renew(std::stop_token stop, const std::function<void()>& on_regained) {
  while (options_.sleep(options_.retry_period, stop)) {
    const Result<bool> leads = TryToLead(stop);
    if (stop.stop_requested()) break;
    if (leads.ok() && *leads && had_expired_) on_regained();
    if (leads.ok() && !*leads && !Holder().empty() && !IsMine()) {
      leads_until_ = kNever;
      return Error(ErrorCode::kConflict, "the lease was taken over by " + Holder());
    }
    if (!leads.ok()) LOG(WARNING) << "leader election: " << leads.error().message();
    if (!IsLeader()) {
      return Error(ErrorCode::kTimeout,
                   "the lease could not be renewed for " + std::to_string(options_.renew_deadline.count()) + " ms");
    }
  }
  return base::Ok();
}

Status LeaderElector::ReleaseLease() {
  Lease lease = observed_->lease;  // up to date, because only the holder writes the Lease
  lease.holder_identity.clear();
  lease.lease_duration_seconds = kReleasedSeconds;
  lease.renew_time = lease.acquire_time = WallNow();
  Result<Lease> written = kube::UpdateLease(client_, lease, {});
  if (!written.ok()) return written.error();
  RecordLease(*std::move(written));
  return base::Ok();
}

void LeaderElector::Release() {
  leads_until_ = kNever;
  if (!IsMine()) return;
  Status given_up = ReleaseLease();
  // A conflict means that the known resourceVersion is outdated: the stop may have cancelled a renewal that the server
  // has applied. So the Lease is read again.
  const bool outdated = !given_up.ok() && given_up.error().code() == ErrorCode::kConflict;
  if (outdated && ReadLease({}).ok() && IsMine()) given_up = ReleaseLease();
  if (given_up.ok()) {
    LOG(INFO) << "released the lease";
  } else {
    LOG(WARNING) << "leader election: release the lease: " << given_up.error().message();
  }
}

}  // namespace structural::controller
