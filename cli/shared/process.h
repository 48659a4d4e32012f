// The process of a command: SIGTERM and SIGINT as a stop_token, and the memory of one that runs long.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace structural::cli {

// Blocks the signals, which new threads inherit, so that only StopOnSignal receives them. Must be
// called before the first thread starts. Also blocks SIGUSR1, which has no effect from outside.
void BlockStopSignals();

// Unblocks the signals, so that they end the process again, for a command without StopOnSignal.
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

// Makes the allocator return free blocks of 512 KiB and more to the system at once. By default it
// raises this limit to 32 MiB after the first large block, and keeps free memory. Must be called
// before threads start.
void KeepHeapSmall();

}  // namespace structural::cli
