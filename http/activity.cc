#include "http/activity.h"

namespace structural::http {

void Activity::Change(int by) {
  const std::lock_guard lock(mutex_);
  requests_ += by;
  if (requests_ == 0) none_.notify_all();
}

bool Activity::Drain(std::chrono::milliseconds most) {
  retiring_ = draining_ = true;
  std::unique_lock lock(mutex_);
  return none_.wait_for(lock, most, [this] { return requests_ == 0; });
}

}  // namespace structural::http
