// EventRecorder: records Events when a condition is set or removed, and when other clients overwrite it.
//
// A separate thread writes the Events, so they never delay the controller. Repeated Events are counted
// (EventCorrelator). An Event is dropped if kMaxWaiting Events wait already, or if its CRD has had too many Events
// (kMaxBurst). A failed write is logged. If the server does not serve Events or forbids them, none is sent for
// kPauseAfterRefusal.
//
//   reason                      type      when
//   NonStructuralSchema         Warning   the condition was set, or changed.
//   NonStructuralSchemaResolved Normal    it was removed: the schemas are structural.
//   NonStructuralSchemaRemoved  Normal    it was removed without a check of the schemas.
//   ConditionContended          Warning   another client writes it, too; see WriteBudget.
//
// Upstream: tools/record/events_cache.go EventSourceObjectSpamFilter (client-go 0.37), which limits the Events of each
// object to 25 at once, and then one in 300 s.
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
// Two Events are equal if they differ only in time. The first Event is written at once. An equal Event within
// kSeriesTimeout makes it a series, which is also written at once. Further ones are only counted. The count is written
// every kCountWriteInterval, and when the series has ended.
//
// Upstream: tools/events/event_broadcaster.go recordToSink, refreshExistingEventSeries, finishSeries (client-go 0.37).
// Unlike upstream, Events with different notes are different.
//
// Not thread-safe. Stores the Events of the last kSeriesTimeout, but at most kMaxEvents. While kMaxEvents Events are
// stored, any other Event is written each time that it occurs, without a count.
class EventCorrelator {
 public:
  // A series ends if no equal Event occurs for this time.
  static constexpr std::chrono::minutes kSeriesTimeout{6};
  static constexpr std::chrono::minutes kCountWriteInterval{30};
  // Minimum time between two searches of TakeDue.
  static constexpr std::chrono::seconds kMinSweepInterval{10};
  static constexpr std::size_t kMaxEvents = 1000;

  // Records the Event. Returns the Event to write; nullopt if `event` was only counted.
  std::optional<kube::Event> Add(const kube::Event& event, Clock::Monotonic now);

  // Returns the series whose count must be written at the time `now`. Removes series that have ended.
  std::vector<kube::Event> TakeDue(Clock::Monotonic now);
  // Returns the next time at which TakeDue can have a result; max() if no Event is stored.
  Clock::Monotonic NextDue() const { return next_due_; }

  // Returns each series whose last count was not written, and removes all stored Events.
  std::vector<kube::Event> TakeUnwritten();

 private:
  struct RecordedEvent {
    kube::Event event;
    Clock::Monotonic last;     // time of the last occurrence of the Event
    Clock::Monotonic written;  // time of the last write of the Event
    int written_count = 1;     // number of occurrences in the last write

    int count() const { return event.series ? event.series->count : 1; }
    Clock::Monotonic due() const;
    kube::Event MarkWritten(Clock::Monotonic now);
  };

  std::unordered_map<std::string, RecordedEvent> recorded_events_;  // by a key that equal Events have
  Clock::Monotonic next_due_ = Clock::Monotonic::max();             // before this time TakeDue returns no Event
};

// Thread-safe.
class EventRecorder : public Observer {
 public:
  static constexpr std::size_t kMaxWaiting = 1000;            // maximum number of Events that wait to be written
  static constexpr int kMaxBurst = 25;                        // maximum number of Events of one CRD at once
  static constexpr std::chrono::seconds kTokenInterval{300};  // time after which a CRD can have one more Event
  static constexpr std::chrono::minutes kPauseAfterRefusal{10};

  // Reason for the removal of conditions. kResolved: the schemas are structural. kCleanup: the conditions are removed
  // without a check of the schemas.
  enum class Removal { kResolved, kCleanup };

  // `client` and `clock` must outlive the object. `instance` identifies this process, such as the name of its Pod.
  EventRecorder(kube::Client& client, Clock& clock, std::string instance, Removal removal = Removal::kResolved);
  // Waits until the queued Events are written, at most two seconds.
  ~EventRecorder() override;

  void OnWritten(const PlannedWrite& write) override;
  void OnBackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) override;
  void OnCrdDeleted(std::string_view name) override;

 private:
  // The token bucket of one CRD.
  struct Tokens {
    double count = kMaxBurst;
    Clock::Monotonic at;  // time at which `count` was computed
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
  std::stop_source stop_writing_;
  std::jthread thread_;
};

}  // namespace structural::controller
