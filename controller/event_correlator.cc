#include "controller/event_correlator.h"

#include <algorithm>

namespace structural::controller {
namespace {

std::string KeyOf(const kube::Event& event) {
  std::string key = std::to_string(std::hash<std::string>()(event.note));
  for (const std::string* part :
       {&event.regarding.name, &event.regarding.uid, &event.type, &event.reason, &event.action}) {
    key += '/' + *part;
  }
  return key;
}

}  // namespace

Clock::Monotonic EventCorrelator::Kept::due() const {
  const Clock::Monotonic end = last + kQuiet;
  return count() > emitted ? std::min(end, written + kRefresh) : end;
}

kube::Event EventCorrelator::Kept::Emit(Clock::Monotonic now) {
  emitted = count();
  written = now;
  return event;
}

std::optional<kube::Event> EventCorrelator::Add(const kube::Event& event, Clock::Monotonic now) {
  const std::string key = KeyOf(event);
  const auto at = kept_.find(key);
  if (at == kept_.end()) {
    if (kept_.size() >= kMax) return event;
    const Kept& kept = kept_.emplace(key, Kept{event, now, now}).first->second;
    next_due_ = std::min(next_due_, kept.due());
    return event;
  }
  Kept& kept = at->second;
  const bool becomes_series = !kept.event.series;
  kept.event.series = kube::EventSeries{.count = kept.count() + 1, .last_observed = event.time};
  kept.last = now;
  next_due_ = std::min(next_due_, kept.due());
  if (!becomes_series) return std::nullopt;
  return kept.Emit(now);
}

std::vector<kube::Event> EventCorrelator::Due(Clock::Monotonic now) {
  std::vector<kube::Event> due;
  if (now < next_due_) return due;
  Clock::Monotonic next = Clock::Monotonic::max();
  for (auto at = kept_.begin(); at != kept_.end();) {
    Kept& kept = at->second;
    if (kept.due() <= now && kept.count() > kept.emitted) due.push_back(kept.Emit(now));
    const bool ended = kept.last + kQuiet <= now;
    if (!ended) next = std::min(next, kept.due());
    at = ended ? kept_.erase(at) : std::next(at);
  }
  next_due_ = kept_.empty() ? next : std::max(next, now + kSweep);
  return due;
}

std::vector<kube::Event> EventCorrelator::End() {
  std::vector<kube::Event> due;
  for (const auto& [key, kept] : kept_) {
    if (kept.count() > kept.emitted) due.push_back(kept.event);
  }
  kept_.clear();
  next_due_ = Clock::Monotonic::max();
  return due;
}

}  // namespace structural::controller
