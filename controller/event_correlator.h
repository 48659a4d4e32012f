// EventCorrelator: Events that say the same again, so that they become one Event with a count.
//
// The first is written as it is. The second within kQuiet makes a series of it. Those that follow
// are only counted, and the count is written every kRefresh, and when the series has ended. "The
// same" is all but the time: another note is another Event.
//
// Upstream: tools/events/event_broadcaster.go recordToSink, refreshExistingEventSeries,
// finishSeries (client-go 0.37), which leaves the note out of the comparison.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "controller/clock.h"
#include "kube/event.h"

namespace structural::controller {

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

}  // namespace structural::controller
