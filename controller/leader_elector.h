// LeaderElector: makes one of all replicas the leader, which alone writes: the holder of the Lease.
//
// The holder renews the Lease every `retry_period`. Another replica takes it over if it has seen no
// renewal for `lease_duration`. Each uses its own monotonic clock, so the clocks of machines need
// not agree. All clients of one Lease need equal options.
//
// A holder that cannot renew within `renew_deadline` has lost the Lease, and must stop writing,
// well before another replica can take over. IsLeader then returns false even if this process was
// suspended and Renew has not noticed it yet. Writes in flight at that time are safe, because each
// tests uid and resourceVersion (reconciler.h).
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
  // Waits and returns true, or returns false when a stop was requested.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
  // Returns a number in [0, 1), for jitter.
  std::function<double()> random = nullptr;
};

// Returns "HOST_UUID", the form of identities in client-go.
std::string NewIdentity(const std::string& host);

// Returns kInvalidInput unless lease_duration > renew_deadline > 1.2 * retry_period > 0.
base::Status CheckOptions(const LeaderElectionOptions& options);

// IsLeader and Holder are thread-safe; the other functions must be called from one thread.
class LeaderElector {
 public:
  // Precondition: CheckOptions(options).ok(). Transport and clock must outlive the elector.
  LeaderElector(kube::Transport& transport, Clock& clock, LeaderElectionOptions options);

  // Blocks until this process leads. Returns kCancelled if `stop` was requested.
  base::Status Acquire(std::stop_token stop);

  // Blocks while this process leads. Returns Ok if `stop` was requested, and an error if the Lease
  // is lost. Calls `on_regained` from this thread when IsLeader is true again after it was false
  // although the Lease was never lost, for example after a slow answer: writes that were skipped
  // meanwhile are due.
  base::Status Renew(std::stop_token stop, const std::function<void()>& on_regained);

  // Releases the Lease, so that another replica need not wait until it expires. Does nothing if
  // this process does not have it. Best effort: errors are logged.
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
  base::Result<bool> Take(kube::Lease lease, std::stop_token stop);
  base::Status ReadLease(std::stop_token stop);
  base::Status ReleaseLease();
  bool IsMine() const;
  bool HasRunOut() const;
  void Observe(kube::Lease lease);
  void AnnounceHolder(const std::string& before);
  kube::MicroTime WallNow() const;

  Clock& clock_;
  const LeaderElectionOptions options_;
  kube::Client client_;
  mutable std::mutex mutex_;  // guards observed_
  std::optional<Observed> observed_;
  // End of the time for which IsLeader is true, in the clock's ticks; min: not the leader.
  std::atomic<Clock::Monotonic::rep> leads_until_;
  bool lapsed_ = false;  // IsLeader may have returned false since the last renewal
};

}  // namespace structural::controller
