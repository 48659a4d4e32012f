// Handles SIGTERM and SIGINT as a stop_token, and limits the memory of commands that run for a long time.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace structural::cli {

// Blocks SIGTERM and SIGINT, so that only StopOnSignal receives them. New threads inherit the blocked signals, so it
// must be called before the first thread starts. Also blocks SIGUSR1; a SIGUSR1 from another process has no effect.
void BlockStopSignals();

// Unblocks SIGTERM and SIGINT, so that they end the process again. For commands that do not use StopOnSignal.
void UnblockStopSignals();

// Requests a stop at the first SIGTERM or SIGINT. The second signal ends the process at once with exit code 1.
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
