// EventRecorder: records Events when a condition is set or resolved, or other clients overwrite it.
//
// A thread of its own writes the Events, so they never delay the controller. Repeated Events are
// counted (EventCorrelator). Events are dropped if too many wait, or one object has too many. A
// failure is logged. If the server does not serve Events or forbids them, none is sent for kPause.
//
//   reason                      type      when
//   NonStructuralSchema         Warning   the condition was set, or changed.
//   NonStructuralSchemaResolved Normal    it was removed: the schemas are structural.
//   NonStructuralSchemaRemoved  Normal    it was removed without a check of the schemas.
//   ConditionContended          Warning   another client writes it, too; see WriteBudget.
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

// EventCorrelator: combines repeated Events into one Event with a count.
//
// The first Event is written unchanged. A second one within kQuiet makes it a series. Later ones
// are only counted, and the count is written every kRefresh, and when the series has ended. Events
// are equal if they differ only in time: an Event with another note is another Event.
//
// Upstream: tools/events/event_broadcaster.go recordToSink, refreshExistingEventSeries,
// finishSeries (client-go 0.37), which does not compare the note.
//
// Not thread-safe. Stores the Events of the last kQuiet, at most kMax; further ones are written
// each time.
class EventCorrelator {
 public:
  // A series has ended if its last Event is this old.
  static constexpr std::chrono::minutes kQuiet{6};
  static constexpr std::chrono::minutes kRefresh{30};
  // Minimum time between two searches for due Events.
  static constexpr std::chrono::seconds kSweep{10};
  static constexpr std::size_t kMax = 1000;

  // Returns the Event to write for `event`, or nullopt if it was only counted.
  std::optional<kube::Event> Add(const kube::Event& event, Clock::Monotonic now);

  // Returns the Events whose count must be written at the time `now`, and removes ended series.
  std::vector<kube::Event> Due(Clock::Monotonic now);
  // Returns the next time at which Due can have results; max() if nothing is stored.
  Clock::Monotonic NextDue() const { return next_due_; }

  // Returns every series whose last count was not written, and removes all stored Events.
  std::vector<kube::Event> End();

 private:
  struct RecordedEvent {
    kube::Event event;
    Clock::Monotonic last;     // time of the last occurrence of the Event
    Clock::Monotonic written;  // time of the last write of the Event, or of its creation
    int emitted = 1;           // the count of occurrences in the last write

    int count() const { return event.series ? event.series->count : 1; }
    Clock::Monotonic due() const;
    kube::Event Emit(Clock::Monotonic now);
  };

  std::unordered_map<std::string, RecordedEvent> kept_;
  Clock::Monotonic next_due_ = Clock::Monotonic::max();  // before this time Due returns no Event
};

// Thread-safe.
class EventRecorder : public Observer {
 public:
  static constexpr std::size_t kMaxWaiting = 1000;
  static constexpr int kBurst = 25;
  static constexpr std::chrono::seconds kRefill{300};
  static constexpr std::chrono::minutes kPause{10};

  // Reason for the removal of a condition. kResolved: the schemas are structural; kCleanup: the schemas were not
  // checked.
  enum class Removal { kResolved, kCleanup };

  // Client and clock must outlive the object. `instance` identifies this process: the name of the
  // Pod.
  EventRecorder(kube::Client& client, Clock& clock, std::string instance, Removal removal = Removal::kResolved);
  // Waits up to two seconds until the queued Events are written.
  ~EventRecorder() override;

  void Written(const PlannedWrite& write) override;
  void BackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) override;
  void OnCrdDeleted(std::string_view name) override;

 private:
  struct Tokens {
    double left = kBurst;
    Clock::Monotonic at;
  };

  void Record(const PlannedWrite& about, const char* type, const char* reason, const char* action, std::string note);
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
  std::unordered_map<std::string, Tokens> tokens_;  // limit of each CRD's Events, by the CRD's name
  Clock::Monotonic paused_until_{};                 // before this time no Event is sent
  bool writing_ = false;
  bool ending_ = false;
  std::stop_source give_up_;
  std::jthread thread_;
};

}  // namespace structural::controller
