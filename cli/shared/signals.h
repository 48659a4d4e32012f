// SIGTERM and SIGINT as a stop_token.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace structural::cli {

// Call it before the first thread starts: threads inherit that the signals wait for StopOnSignal.
// SIGUSR1 is taken, too, and does nothing from outside.
void BlockStopSignals();

// For a command that goes on without StopOnSignal: from now on the signals end the process.
void UnblockStopSignals();

// The first signal requests a stop; a second one ends the process at once with exit code 1.
// Precondition: BlockStopSignals() was called.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::atomic<bool> over_ = false;
  std::thread waiter_;
};

}  // namespace structural::cli
