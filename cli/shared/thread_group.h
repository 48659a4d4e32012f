// ThreadGroup: several threads. An exception in one of them ends all of them, not the process.
//
// Not thread-safe. The destructor waits for the threads.
#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace structural::cli {

class ThreadGroup {
 public:
  // `on_throw` is called in a thread after an exception. It must make the other threads end, and must not throw.
  explicit ThreadGroup(std::function<void()> on_throw) : on_throw_(std::move(on_throw)) {}
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Starts a thread that calls `run`. If the system cannot start the thread, calls `on_throw`, and Wait throws the
  // error.
  void Start(std::function<void()> run) {
    try {
      threads_.emplace_back([this, run = std::move(run)] { Guard(run); });
    } catch (...) {
      StoreException(std::current_exception());
    }
  }

  // Waits until all threads have ended. If one or more have thrown, rethrows the first exception.
  void Wait() {
    threads_.clear();
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

 private:
  void Guard(const std::function<void()>& run) {
    try {
      run();
    } catch (...) {
      StoreException(std::current_exception());
    }
  }

  void StoreException(std::exception_ptr thrown) {
    {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::move(thrown);
    }
    on_throw_();
  }

  const std::function<void()> on_throw_;
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::vector<std::jthread> threads_;
};

}  // namespace structural::cli
