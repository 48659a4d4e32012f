#include "controller/event_recorder.h"

#include <algorithm>

#include <glog/logging.h>

namespace structural::controller {
namespace {

constexpr const char* kReportingController = "structural-schema-controller";
constexpr std::chrono::seconds kLastChance{2};

kube::ObjectReference Regarding(const crd::CustomResourceDefinition& crd) {
  return {.api_version = "apiextensions.k8s.io/v1",
          .kind = "CustomResourceDefinition",
          .name = std::string(crd.metadata.name),
          .uid = std::string(crd.metadata.uid)};
}

}  // namespace

EventRecorder::EventRecorder(kube::Client& client, Clock& clock, std::string instance)
    : writer_(client), clock_(clock), instance_(std::move(instance)) {
  thread_ = std::jthread([this] { Write(give_up_.get_token()); });
}

EventRecorder::~EventRecorder() {
  std::unique_lock lock(mutex_);
  ending_ = true;
  changed_.notify_all();
  changed_.wait_for(lock, kLastChance, [this] { return waiting_.empty(); });
  lock.unlock();
  give_up_.request_stop();
}

void EventRecorder::Written(const crd::CustomResourceDefinition& crd, const crd::Verdict& verdict,
                            Change change) {
  if (change == Change::kRemoved) {
    Record(crd, "Normal", "NonStructuralSchemaResolved", "RemoveCondition",
           "all schemas are structural now");
    return;
  }
  Record(crd, "Warning", "NonStructuralSchema", "SetCondition",
         verdict.condition ? verdict.condition->message : "");
}

void EventRecorder::BackedOff(const crd::CustomResourceDefinition& crd,
                              std::chrono::milliseconds wait) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  Record(crd, "Warning", "ConditionContended", "BackOff",
         "the condition NonStructuralSchema was written too often, as somebody else writes it, "
         "too; again in " +
             std::to_string(seconds) + " s");
}

void EventRecorder::Gone(std::string_view name) {
  const std::lock_guard lock(mutex_);
  tokens_.erase(std::string(name));
}

// Precondition: mutex_ is held.
bool EventRecorder::Allow(const std::string& name) {
  const auto now = clock_.Now();
  const auto [at, is_new] = tokens_.try_emplace(name, Tokens{kBurst, now});
  Tokens& tokens = at->second;
  const std::chrono::duration<double> passed = now - tokens.at;
  tokens.left = std::min<double>(kBurst, tokens.left + passed / kRefill);
  tokens.at = now;
  if (tokens.left < 1) return false;
  tokens.left -= 1;
  return true;
}

void EventRecorder::Record(const crd::CustomResourceDefinition& crd, const char* type,
                           const char* reason, const char* action, std::string note) {
  const std::lock_guard lock(mutex_);
  if (ending_ || waiting_.size() >= kMaxWaiting || !Allow(std::string(crd.metadata.name))) return;
  waiting_.push_back({.regarding = Regarding(crd),
                      .type = type,
                      .reason = reason,
                      .action = action,
                      .note = std::move(note),
                      .reporting_controller = kReportingController,
                      .reporting_instance = instance_,
                      .time = std::chrono::floor<std::chrono::microseconds>(clock_.WallNow())});
  changed_.notify_all();
}

void EventRecorder::Write(std::stop_token stop) {
  while (true) {
    kube::Event event;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, stop, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty() || stop.stop_requested()) return;
      event = waiting_.front();
    }
    WriteOne(event, stop);
    const std::lock_guard lock(mutex_);
    waiting_.pop_front();
    changed_.notify_all();
  }
}

void EventRecorder::WriteOne(const kube::Event& event, std::stop_token stop) {
  const base::Status written = writer_.Write(event, stop);
  if (!written.ok() && !stop.stop_requested()) {
    LOG(WARNING) << event.regarding.name << ": event: " << written.error().message();
  }
}

}  // namespace structural::controller
