// Idle: the connections of a listener that wait for a handshake, or for their next request.
#pragma once

#include <functional>
#include <list>
#include <mutex>
#include <utility>

namespace structural::http {

// Thread-safe.
class Idle {
 public:
  // While it lives, a connection waits. `end` is called at most once, from any thread, and must not
  // block.
  class Wait {
   public:
    Wait(Idle& of, std::function<void()> end) : of_(of), at_(of.Begin(std::move(end))) {}
    ~Wait() { of_.End(at_); }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

   private:
    Idle& of_;
    const std::list<std::function<void()>>::iterator at_;
  };

  // Has the one end that has waited for longest, of those that were not told so yet. False: there
  // is none.
  bool EndLongest() {
    const std::lock_guard lock(mutex_);
    for (std::function<void()>& end : waiting_) {
      if (!end) continue;
      std::exchange(end, nullptr)();
      return true;
    }
    return false;
  }

 private:
  using At = std::list<std::function<void()>>::iterator;

  At Begin(std::function<void()> end) {
    const std::lock_guard lock(mutex_);
    return waiting_.insert(waiting_.end(), std::move(end));
  }
  void End(At at) {
    const std::lock_guard lock(mutex_);
    waiting_.erase(at);
  }

  std::mutex mutex_;
  std::list<std::function<void()>> waiting_;  // who waits for longest is first; null: was told
};

}  // namespace structural::http
