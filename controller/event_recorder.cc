#include "controller/event_recorder.h"

#include <algorithm>

#include <glog/logging.h>

#include "controller/log_fields.h"

namespace structural::controller {
namespace {

constexpr const char* kReportingController = "structural-schema-controller";
constexpr std::chrono::seconds kLastChance{2};

kube::ObjectReference Regarding(const PlannedWrite& write) {
  return {.api_version = "apiextensions.k8s.io/v1",
          .kind = "CustomResourceDefinition",
          .name = write.name,
          .uid = write.uid};
}

std::string KeyOf(const kube::Event& event) {
  std::string key = std::to_string(std::hash<std::string>()(event.note));
  for (const std::string* part :
       {&event.regarding.name, &event.regarding.uid, &event.type, &event.reason, &event.action}) {
    key += '/' + *part;
  }
  return key;
}

}  // namespace

EventRecorder::EventRecorder(kube::Client& client, Clock& clock, std::string instance, Removal removal)
    : writer_(client), clock_(clock), instance_(std::move(instance)), removal_(removal) {
  thread_ = std::jthread([this] { Write(stop_writing_.get_token()); });
}

EventRecorder::~EventRecorder() {
  std::unique_lock lock(mutex_);
  for (kube::Event& event : correlator_.TakeUnwritten()) Queue(std::move(event));
  ending_ = true;
  changed_.notify_all();
  changed_.wait_for(lock, kLastChance, [this] { return waiting_.empty() && !writing_; });
  lock.unlock();
  stop_writing_.request_stop();
}

void EventRecorder::OnWritten(const PlannedWrite& write) {
  if (write.decision.change != Change::kRemoved) {
    Record(write, "Warning", "NonStructuralSchema", "SetCondition", write.message);
  } else if (removal_ == Removal::kCleanup) {
    Record(write, "Normal", "NonStructuralSchemaRemoved", "RemoveCondition", "removed by structural cleanup");
  } else {
    Record(write, "Normal", "NonStructuralSchemaResolved", "RemoveCondition", "all schemas are structural now");
  }
}

void EventRecorder::OnBackedOff(const PlannedWrite& write, std::chrono::milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  Record(write, "Warning", "ConditionContended", "BackOff",
         "the condition NonStructuralSchema was written too often, because another controller also "
         "writes it; next write in " +
             std::to_string(seconds) + " s");
}

void EventRecorder::OnCrdDeleted(std::string_view name) {
  const std::lock_guard lock(mutex_);
  tokens_.erase(std::string(name));
}

// Returns whether the CRD can have another Event now, and takes a token if so. Precondition: mutex_ is locked.
bool EventRecorder::Allow(const std::string& name) {
  const auto now = clock_.Now();
  const auto [at, is_new] = tokens_.try_emplace(name, Tokens{kMaxBurst, now});
  Tokens& tokens = at->second;
  const std::chrono::duration<double> passed = now - tokens.at;
  tokens.count = std::min<double>(kMaxBurst, tokens.count + passed / kTokenInterval);
  tokens.at = now;
  if (tokens.count < 1) return false;
  tokens.count -= 1;
  return true;
}

// Adds the Event to the queue, or drops it if a limit is reached. Precondition: mutex_ is locked.
void EventRecorder::Queue(kube::Event event) {
  if (waiting_.size() >= kMaxWaiting || !Allow(event.regarding.name)) return;
  waiting_.push_back(std::move(event));
}

void EventRecorder::Record(const PlannedWrite& about, const char* type, const char* reason, const char* action,
                           std::string note) {
  // Cuts the note to one byte more than allowed, so that EventWriter cuts it again and appends "...".
  note.resize(std::min(note.size(), kube::Event::kMaxNoteBytes + 1));
  const kube::Event event = {.regarding = Regarding(about),
                             .type = type,
                             .reason = reason,
                             .action = action,
                             .note = std::move(note),
                             .reporting_controller = kReportingController,
                             .reporting_instance = instance_,
                             .time = std::chrono::floor<std::chrono::microseconds>(clock_.WallNow())};
  const std::lock_guard lock(mutex_);
  if (ending_) return;
  if (auto write = correlator_.Add(event, clock_.Now())) Queue(std::move(*write));
  changed_.notify_all();
}

// Waits for the next Event to write. Returns nullopt if the recorder ends, and no Event is left or the stop was
// requested.
std::optional<kube::Event> EventRecorder::Next(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  writing_ = false;
  changed_.notify_all();
  while (true) {
    for (kube::Event& due : correlator_.TakeDue(clock_.Now())) Queue(std::move(due));
    if (stop.stop_requested() || (ending_ && waiting_.empty())) return std::nullopt;
    if (!waiting_.empty()) break;
    clock_.WaitUntil(changed_, lock, correlator_.NextDue());
  }
  kube::Event event = std::move(waiting_.front());
  waiting_.pop_front();
  writing_ = true;
  return event;
}

void EventRecorder::Write(std::stop_token stop) {
  while (const auto event = Next(stop)) {
    if (clock_.Now() >= paused_until_) WriteOne(*event, stop);
  }
}

void EventRecorder::WriteOne(const kube::Event& event, std::stop_token stop) {
  const base::Status written = writer_.Write(event, stop);
  if (written.ok() || stop.stop_requested()) return;
  const LogFields about({{"controller", kControllerName},
                         {"crd", event.regarding.name},
                         {"uid", event.regarding.uid},
                         {"reason", event.reason}});
  LOG(WARNING) << "event: " << written.error().message();
  const base::ErrorCode code = written.error().code();
  if (code != base::ErrorCode::kNotFound && code != base::ErrorCode::kForbidden) return;
  paused_until_ = clock_.Now() + kPauseAfterRefusal;
  LOG(WARNING) << "Events cannot be written; retrying in " << kPauseAfterRefusal.count() << " min";
}

Clock::Monotonic EventCorrelator::RecordedEvent::due() const {
  const Clock::Monotonic end = last + kSeriesTimeout;
  return count() > written_count ? std::min(end, written + kCountWriteInterval) : end;
}

kube::Event EventCorrelator::RecordedEvent::MarkWritten(Clock::Monotonic now) {
  written_count = count();
  written = now;
  return event;
}

std::optional<kube::Event> EventCorrelator::Add(const kube::Event& event, Clock::Monotonic now) {
  const std::string key = KeyOf(event);
  const auto at = recorded_events_.find(key);
  if (at == recorded_events_.end()) {
    if (recorded_events_.size() >= kMaxEvents) return event;
    const RecordedEvent& kept = recorded_events_.emplace(key, RecordedEvent{event, now, now}).first->second;
    next_due_ = std::min(next_due_, kept.due());
    return event;
  }
  RecordedEvent& kept = at->second;
  const bool becomes_series = !kept.event.series;
  kept.event.series = kube::EventSeries{.count = kept.count() + 1, .last_observed = event.time};
  kept.last = now;
  next_due_ = std::min(next_due_, kept.due());
  if (!becomes_series) return std::nullopt;
  return kept.MarkWritten(now);
}

std::vector<kube::Event> EventCorrelator::TakeDue(Clock::Monotonic now) {
  std::vector<kube::Event> due;
  if (now < next_due_) return due;
  Clock::Monotonic next = Clock::Monotonic::max();
  for (auto at = recorded_events_.begin(); at != recorded_events_.end();) {
    RecordedEvent& kept = at->second;
    if (kept.due() <= now && kept.count() > kept.written_count) due.push_back(kept.MarkWritten(now));
    const bool ended = kept.last + kSeriesTimeout <= now;
    if (!ended) next = std::min(next, kept.due());
    at = ended ? recorded_events_.erase(at) : std::next(at);
  }
  next_due_ = recorded_events_.empty() ? next : std::max(next, now + kMinSweepInterval);
  return due;
}

std::vector<kube::Event> EventCorrelator::TakeUnwritten() {
  std::vector<kube::Event> due;
  for (const auto& [key, kept] : recorded_events_) {
    if (kept.count() > kept.written_count) due.push_back(kept.event);
  }
  recorded_events_.clear();
  next_due_ = Clock::Monotonic::max();
  return due;
}

}  // namespace structural::controller
