#include "controller/work_queue.h"

#include <algorithm>

namespace structural::controller {

// Queues the name. Returns whether a worker can take it now. Precondition: mutex_ is locked.
bool WorkQueue::AddLocked(const std::string& name) {
  if (shut_down_ || !queued_names_.insert(name).second) return false;
  ++adds_;
  first_added_at_.try_emplace(name, clock_.Now());
  if (processing_.contains(name)) return false;  // Done adds it to ready_
  ready_.push_back(name);
  return true;
}

void WorkQueue::Add(const std::string& name) {
  std::unique_lock lock(mutex_);
  const bool wake = AddLocked(name);
  lock.unlock();  // before the notification, because the woken thread would wait for the mutex
  if (wake) changed_.notify_one();
}

void WorkQueue::AddRateLimited(const std::string& name, std::chrono::milliseconds at_least) {
  const std::lock_guard lock(mutex_);
  // Limits the exponent of the delay: 2^30 times Backoff::base exceeds any maximum.
  const int failures = std::min(failures_[name]++, 30);
  if (const auto at = processing_.find(name); at != processing_.end()) {
    first_added_at_.insert_or_assign(name, at->second.since);
  }
  const auto wait = std::min(backoff_.max, backoff_.base * (std::int64_t{1} << failures));
  DelayLocked(name, clock_.Now() + std::max(wait, at_least));
}

void WorkQueue::AddAt(const std::string& name, Clock::Monotonic time) {
  const std::lock_guard lock(mutex_);
  DelayLocked(name, time);
}

void WorkQueue::DelayLocked(const std::string& name, Clock::Monotonic time) {
  const auto [at, is_new] = delayed_until_.try_emplace(name, time);
  if (!is_new) {
    if (at->second <= time) return;
    delayed_.erase({at->second, name});
    at->second = time;
  }
  delayed_.emplace(time, name);
  changed_.notify_one();
}

void WorkQueue::AddAfterOthers(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (shut_down_ || !queued_names_.insert(name).second) return;
  ++adds_;
  first_added_at_.insert_or_assign(name, processing_.at(name).since);
  low_priority_added_.insert(name);
}

void WorkQueue::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  failures_.erase(name);
}

int WorkQueue::Failures(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto at = failures_.find(name);
  return at == failures_.end() ? 0 : at->second;
}

void WorkQueue::MoveDueNames() {
  const auto now = clock_.Now();
  while (!delayed_.empty() && delayed_.begin()->first <= now) {
    const std::string name = delayed_.begin()->second;
    delayed_.erase(delayed_.begin());
    delayed_until_.erase(name);
    if (AddLocked(name)) changed_.notify_one();
  }
}

// Removes and returns the name that must be handed out next. Precondition: ready_ or low_priority_ has a name.
std::string WorkQueue::TakeNext() {
  const bool due = !low_priority_.empty() && !last_was_low_priority_ && low_priority_.front().until <= clock_.Now();
  last_was_low_priority_ = ready_.empty() || due;
  std::string name = std::move(last_was_low_priority_ ? low_priority_.front().name : ready_.front());
  last_was_low_priority_ ? low_priority_.pop_front() : ready_.pop_front();
  return name;
}

std::optional<std::string> WorkQueue::Get(Clock::Monotonic* since) {
  std::unique_lock lock(mutex_);
  while (true) {
    if (shut_down_) return std::nullopt;
    MoveDueNames();
    if (!ready_.empty() || !low_priority_.empty()) break;
    clock_.WaitUntil(changed_, lock, delayed_.empty() ? Clock::Monotonic::max() : delayed_.begin()->first);
  }
  std::string name = TakeNext();
  // Wakes another worker, because this one may have been the only one that waited for the time of the next delayed
  // name.
  if (!delayed_.empty()) changed_.notify_one();
  queued_names_.erase(name);
  const Work work{first_added_at_.extract(name).mapped(), clock_.Now()};
  processing_.insert_or_assign(name, work);
  if (since != nullptr) *since = work.since;
  return name;
}

void WorkQueue::Done(const std::string& name) {
  const std::lock_guard lock(mutex_);
  processing_.erase(name);
  if (shut_down_ || !queued_names_.contains(name)) return;
  if (low_priority_added_.erase(name) > 0) {
    low_priority_.push_back({name, clock_.Now() + kMaxLowPriorityDelay});
  } else {
    ready_.push_back(name);
  }
  // If only one name can be handed out, no other worker is woken, because this thread takes it with its next Get.
  if (ready_.size() + low_priority_.size() > 1) changed_.notify_one();
}

void WorkQueue::ShutDown() {
  const std::lock_guard lock(mutex_);
  shut_down_ = true;
  changed_.notify_all();
}

bool WorkQueue::IsIdle() const {
  const std::lock_guard lock(mutex_);
  return ready_.empty() && low_priority_.empty() && processing_.empty() && delayed_.empty();
}

std::vector<std::chrono::nanoseconds> WorkQueue::ProcessingTimes() const {
  const std::lock_guard lock(mutex_);
  const auto now = clock_.Now();
  std::vector<std::chrono::nanoseconds> times;
  for (const auto& [name, work] : processing_) times.push_back(now - work.begun);
  return times;
}

std::uint64_t WorkQueue::adds() const {
  const std::lock_guard lock(mutex_);
  return adds_;
}

std::size_t WorkQueue::depth() const {
  const std::lock_guard lock(mutex_);
  return ready_.size() + low_priority_.size();
}

bool WorkQueue::HasNormalPriorityNames() const {
  const std::lock_guard lock(mutex_);
  return !ready_.empty();
}

}  // namespace structural::controller
