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
#include <vector>

#include "controller/clock.h"
#include "controller/observer.h"
#include "kube/event.h"

namespace structural::controller {

// EventCorrelator: Events that say the same again, so that they become one Event with a count.
//
// The first is written as it is. The second within kQuiet makes a series of it. Those that follow
// are only counted, and the count is written every kRefresh, and when the series has ended. "The
// same" is all but the time: another note is another Event.
//
// Upstream: tools/events/event_broadcaster.go recordToSink, refreshExistingEventSeries,
// finishSeries (client-go 0.37), which leaves the note out of the comparison.
//
// Not thread-safe. Holds what was said within the last kQuiet, at most kMax: what is beyond that is
// written each time.
class EventCorrelator {
 public:
  static constexpr std::chrono::minutes kQuiet{6};  // a series without another one has ended
  static constexpr std::chrono::minutes kRefresh{30};
  static constexpr std::chrono::seconds kSweep{10};  // all of this is as late as that, at most
  static constexpr std::size_t kMax = 1000;

  // What is to be written now that `event` happened; nullopt: it was counted.
  std::optional<kube::Event> Add(const kube::Event& event, Clock::Monotonic now);

  // What is to be written as time has passed; forgets what has ended.
  std::vector<kube::Event> Due(Clock::Monotonic now);
  // When Due may have something to do; max() where nothing is kept.
  Clock::Monotonic NextDue() const { return next_due_; }

  // Every series that counted more than was written; forgets everything.
  std::vector<kube::Event> End();

 private:
  struct Kept {
    kube::Event event;
    Clock::Monotonic last;     // said
    Clock::Monotonic written;  // or created
    int emitted = 1;           // the count that was written

    int count() const { return event.series ? event.series->count : 1; }
    Clock::Monotonic due() const;
    kube::Event Emit(Clock::Monotonic now);
  };

  std::unordered_map<std::string, Kept> kept_;
  Clock::Monotonic next_due_ = Clock::Monotonic::max();  // or earlier
};

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
