// Functions for commands that run for a long time: they turn SIGTERM and SIGINT into a stop_token, and keep the heap
// small.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace structural::cli {

// Blocks SIGTERM and SIGINT in the calling thread and in threads that it starts, so only StopOnSignal receives them.
// Must be called before the first thread starts. Also blocks SIGUSR1, which StopOnSignal uses; a SIGUSR1 from another
// process has no effect.
void BlockStopSignals();

// Unblocks SIGTERM and SIGINT, which then end the process again. For commands that do not use StopOnSignal.
void UnblockStopSignals();

// StopOnSignal: token() gets a stop request at the first SIGTERM or SIGINT. The second signal ends the process at once
// with exit code 1. Precondition: BlockStopSignals() was called.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::atomic<bool> signal_wait_ended_ = false;
  std::thread waiter_;
};

// Makes the allocator return free blocks of 512 KiB and more to the system at once. By default, the allocator keeps
// free blocks below a size that it raises up to 32 MiB when large blocks are freed. Must be called before threads
// start.
void KeepHeapSmall();

}  // namespace structural::cli
