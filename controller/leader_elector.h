// LeaderElector: makes one of all replicas the leader. The leader is the holder of the Lease, and only it writes.
//
// The holder renews the Lease every `retry_period`. Another replica takes the Lease over if it has seen no renewal for
// `lease_duration`. Each replica uses its own monotonic clock, so the clocks of machines can differ. All replicas must
// use equal options.
//
// A holder that cannot renew the Lease within `renew_deadline` has lost it, and must stop writing. Another replica
// takes over only some seconds later, after `lease_duration`. IsLeader returns false from the end of `renew_deadline`
// on, even if this process was suspended, and Renew has not noticed the end yet. Writes that were sent before are safe,
// because each tests uid and resourceVersion (reconciler.h).
//
// Upstream: tools/leaderelection/leaderelection.go (client-go 0.37).
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "controller/clock.h"
#include "kube/client.h"
#include "kube/lease.h"
#include "schema/base/result.h"

namespace structural::controller {

struct LeaderElectionOptions {
  std::string namespace_ = {};  // namespace of the Lease
  std::string name = {};        // name of the Lease
  std::string identity = {};    // unique name of this process; see NewIdentity
  std::chrono::milliseconds lease_duration{15'000};
  std::chrono::milliseconds renew_deadline{10'000};
  std::chrono::milliseconds retry_period{2'000};
  // Waits for this time and returns true, or returns false when a stop is requested.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
  // Returns a number in [0, 1), for jitter.
  std::function<double()> random = nullptr;
};

// Returns a new unique identity "HOST_UUID", in the format of client-go.
std::string NewIdentity(const std::string& host);

// Returns kInvalidInput unless lease_duration > renew_deadline > 1.2 * retry_period > 0.
base::Status CheckOptions(const LeaderElectionOptions& options);

// IsLeader and Holder are thread-safe. The other functions must be called from one thread.
class LeaderElector {
 public:
  // Precondition: CheckOptions(options).ok(). `transport` and `clock` must outlive the elector.
  LeaderElector(kube::Transport& transport, Clock& clock, LeaderElectionOptions options);

  // Blocks until this process leads. Returns kCancelled if a stop is requested before.
  base::Status Acquire(std::stop_token stop);

  // Blocks while this process leads, and renews the Lease. Returns Ok if a stop is requested, and an error if the Lease
  // is lost. IsLeader can return false for a while although the Lease is not lost, for example because of a slow
  // answer. When it returns true again, calls `on_regained` from this thread, because writes that were skipped are due
  // then.
  base::Status Renew(std::stop_token stop, const std::function<void()>& on_regained);

  // Releases the Lease, so that another replica can take it over before it expires. Does nothing if this process does
  // not have the Lease. Errors are only logged.
  void Release();

  // Returns whether this process has the Lease, and has renewed it recently enough.
  bool IsLeader() const;

  // Returns the last known holder; empty if the Lease has none.
  std::string Holder() const;

 private:
  // The last Lease that this process has read, and the time of its last observed change.
  struct Observed {
    kube::Lease lease;
    Clock::Monotonic at;
  };

  base::Result<bool> TryToLead(std::stop_token stop);
  base::Result<bool> TakeOver(kube::Lease lease, std::stop_token stop);
  base::Status ReadLease(std::stop_token stop);
  base::Status ReleaseLease();
  bool IsMine() const;
  bool HasExpired() const;
  void RecordLease(kube::Lease lease);
  void AnnounceHolder(const std::string& before);
  kube::MicroTime WallNow() const;

  Clock& clock_;
  const LeaderElectionOptions options_;
  kube::Client client_;
  mutable std::mutex mutex_;  // guards observed_
  std::optional<Observed> observed_;
  // Time, in ticks of the clock, until which IsLeader returns true; the minimum if this process does not lead.
  std::atomic<Clock::Monotonic::rep> leads_until_;
  bool had_expired_ = false;  // leads_until_ had passed before the last renewal
};

}  // namespace structural::controller
