#include "controller/work_queue.h"

#include <algorithm>

namespace structural::controller {

void WorkQueue::AddLocked(const std::string& name) {
  if (shut_down_ || !waiting_.insert(name).second) return;
  if (processing_.contains(name)) return;  // Done puts it into ready_
  ready_.push_back(name);
  changed_.notify_one();
}

void WorkQueue::Add(const std::string& name) {
  const std::lock_guard lock(mutex_);
  AddLocked(name);
}

void WorkQueue::AddRateLimited(const std::string& name, std::chrono::milliseconds at_least) {
  const std::lock_guard lock(mutex_);
  const int failures = std::min(failures_[name]++, 30);  // 2^30 is beyond any maximum
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

void WorkQueue::Forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  failures_.erase(name);
}

void WorkQueue::MoveDue() {
  const auto now = clock_.Now();
  while (!delayed_.empty() && delayed_.begin()->first <= now) {
    const std::string name = delayed_.begin()->second;
    delayed_.erase(delayed_.begin());
    delayed_until_.erase(name);
    AddLocked(name);
  }
}

std::optional<std::string> WorkQueue::Get() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (shut_down_) return std::nullopt;
    MoveDue();
    if (!ready_.empty()) break;
    clock_.WaitUntil(changed_, lock,
                     delayed_.empty() ? Clock::Monotonic::max() : delayed_.begin()->first);
  }
  std::string name = std::move(ready_.front());
  ready_.pop_front();
  waiting_.erase(name);
  processing_.insert(name);
  return name;
}

void WorkQueue::Done(const std::string& name) {
  const std::lock_guard lock(mutex_);
  processing_.erase(name);
  if (shut_down_ || !waiting_.contains(name)) return;
  ready_.push_back(name);
  changed_.notify_one();
}

void WorkQueue::ShutDown() {
  const std::lock_guard lock(mutex_);
  shut_down_ = true;
  changed_.notify_all();
}

std::size_t WorkQueue::depth() const {
  const std::lock_guard lock(mutex_);
  return ready_.size();
}

}  // namespace structural::controller
