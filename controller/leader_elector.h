// LeaderElector: of all replicas, one writes. The one that holds the Lease.
//
// The holder renews every `retry_period`; the others take a Lease over that they have not seen
// renewed for `lease_duration`, by their own monotonic clock, so that clocks of several machines
// need not agree. Give the clients of one Lease equal options.
//
// A holder that cannot renew within `renew_deadline` has lost, and must not write any more: well
// before another may take over. IsLeader says so even while this process was stopped and Renew has
// not noticed yet; what is already on its way to the server then is fenced by the write itself
// (reconciler.h: uid and resourceVersion).
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
  std::string namespace_ = {};  // the Lease's namespace
  std::string name = {};      // the Lease's name
  std::string identity = {};  // this process, unlike any other; see NewIdentity
  std::chrono::milliseconds lease_duration{15'000};
  std::chrono::milliseconds renew_deadline{10'000};
  std::chrono::milliseconds retry_period{2'000};
  // Waits and returns true, or false when stop fired.
  std::function<bool(std::chrono::milliseconds, std::stop_token)> sleep = nullptr;
  // A number in [0, 1), for jitter.
  std::function<double()> random = nullptr;
};

// "HOST_UUID", as client-go's users name themselves.
std::string NewIdentity(const std::string& host);

// kInvalidInput unless lease_duration > renew_deadline > 1.2 * retry_period > 0.
base::Status CheckOptions(const LeaderElectionOptions& options);

// IsLeader and Holder are thread-safe; the rest is for one thread.
class LeaderElector {
 public:
  // Precondition: CheckOptions(options).ok(). Transport and clock outlive the elector.
  LeaderElector(kube::Transport& transport, Clock& clock, LeaderElectionOptions options);

  // Blocks until this process leads, or `stop` fired, which is kCancelled.
  base::Status Acquire(std::stop_token stop);

  // Blocks as long as this process leads. Ok: `stop` fired. An error: the Lease is lost.
  // `on_regained` is called from this thread when IsLeader holds again after a moment when it did
  // not, though the Lease was never lost, as after a slow answer: what was not written then is due.
  base::Status Renew(std::stop_token stop, const std::function<void()>& on_regained);

  // Gives the Lease up, so that another need not wait for it to run out. Nothing happens where it
  // is not held. Best effort: what fails is logged.
  void Release();

  // Whether the Lease is held, and was renewed recently enough to be sure of it.
  bool IsLeader() const;

  // Who holds it, as far as is known; empty: nobody.
  std::string Holder() const;

 private:
  // What this process has seen of the Lease, and when it saw it change.
  struct Observed {
    kube::Lease lease;
    Clock::Monotonic at;
  };

  base::Result<bool> TryToLead(std::stop_token stop);
  base::Result<bool> Take(kube::Lease lease, std::stop_token stop);
  base::Status Look(std::stop_token stop);
  base::Status GiveUp();
  bool IsMine() const;
  bool HasRunOut() const;
  void Observe(kube::Lease lease);
  void AnnounceHolder(const std::string& before);
  kube::MicroTime WallNow() const;

  Clock& clock_;
  const LeaderElectionOptions options_;
  kube::Client client_;
  mutable std::mutex mutex_;  // for observed_
  std::optional<Observed> observed_;
  // Until when IsLeader; the clock's ticks. min: not at all.
  std::atomic<Clock::Monotonic::rep> leads_until_;
  bool lapsed_ = false;  // somebody may have been told since the last renewal that he may not
};

}  // namespace structural::controller
