// Activity: the requests of a server that have begun, from their first byte to the end of their
// answer. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace structural::http {

class Activity {
 public:
  // While it lives, a request is there.
  class Request {
   public:
    explicit Request(Activity& of) : of_(of) { of_.Change(1); }
    ~Request() { of_.Change(-1); }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;

   private:
    Activity& of_;
  };

  // From now on connections end after their answer.
  void Retire() { retiring_ = true; }
  bool retiring() const { return retiring_; }
  // The same, and no new connections. False: there were requests at the end of `most`.
  bool Drain(std::chrono::milliseconds most);
  bool draining() const { return draining_; }

 private:
  void Change(int by);

  std::atomic<bool> retiring_ = false;
  std::atomic<bool> draining_ = false;
  std::mutex mutex_;
  std::condition_variable none_;
  int requests_ = 0;
};

}  // namespace structural::http
