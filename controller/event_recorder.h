// EventRecorder: Events for people: the condition was set or resolved, or is being fought over.
//
// Events are written by a thread of their own and never hold the controller up: what says the same
// again is counted (EventCorrelator), and where too many wait, or one object has too many, they are
// left out. A failure is logged. A server that has no Events, or no right to them for us, is left
// in peace for kPause.
//
//   reason                      type      when
//   NonStructuralSchema         Warning   the condition was set, or changed
//   NonStructuralSchemaResolved Normal    it was removed: the schemas are structural
//   NonStructuralSchemaRemoved  Normal    it was taken off, and nobody looked at the schemas
//   ConditionContended          Warning   somebody else writes it, too; see WriteBudget
//
// Upstream: tools/record/events_cache.go EventSourceObjectSpamFilter (client-go 0.37): for each
// object 25 at once, then one in 300 s.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>

#include "controller/clock.h"
#include "controller/event_correlator.h"
#include "controller/observer.h"
#include "kube/event.h"

namespace structural::controller {

// Thread-safe.
class EventRecorder : public Observer {
 public:
  static constexpr std::size_t kMaxWaiting = 1000;
  static constexpr int kBurst = 25;
  static constexpr std::chrono::seconds kRefill{300};
  static constexpr std::chrono::minutes kPause{10};

  // What it means that a condition is removed.
  enum class Removal { kResolved, kCleanup };

  // Client and clock outlive it. `instance` is this process: the name of the pod.
  EventRecorder(kube::Client& client, Clock& clock, std::string instance,
                Removal removal = Removal::kResolved);
  // What waits gets two seconds to be written.
  ~EventRecorder() override;

  void Written(const PlannedWrite& write) override;
  void BackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) override;
  void Gone(std::string_view name) override;

 private:
  struct Tokens {
    double left = kBurst;
    Clock::Monotonic at;
  };

  void Record(const PlannedWrite& about, const char* type, const char* reason, const char* action,
              std::string note);
  bool Allow(const std::string& name);
  void Queue(kube::Event event);
  std::optional<kube::Event> Next(std::stop_token stop);
  void Write(std::stop_token stop);
  void WriteOne(const kube::Event& event, std::stop_token stop);

  kube::EventWriter writer_;
  Clock& clock_;
  const std::string instance_;
  const Removal removal_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  EventCorrelator correlator_;
  std::deque<kube::Event> waiting_;
  std::unordered_map<std::string, Tokens> tokens_;  // by name of the CRD
  Clock::Monotonic paused_until_{};                 // of the thread
  bool writing_ = false;
  bool ending_ = false;
  std::stop_source give_up_;
  std::jthread thread_;
};

}  // namespace structural::controller
