// SIGTERM and SIGINT as a stop_token.
#pragma once

#include <stop_token>
#include <thread>

namespace structural::cli {

// The first signal requests a stop; a second one ends the process at once with exit code 1.
// Construct it before any other thread: it blocks the signals for all threads to come.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::thread waiter_;
};

}  // namespace structural::cli
