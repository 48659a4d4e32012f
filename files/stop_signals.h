// UnblockedStopSignals: unblocks SIGINT and SIGTERM for this thread while it exists, so that they can stop a command
// that waits in a read. Must be destroyed in the thread that created it. Not copyable.
#pragma once

#include <memory>

namespace structural::files {

class UnblockedStopSignals {
 public:
  UnblockedStopSignals();
  ~UnblockedStopSignals();
  UnblockedStopSignals(const UnblockedStopSignals&) = delete;
  UnblockedStopSignals& operator=(const UnblockedStopSignals&) = delete;

 private:
  struct Mask;
  std::unique_ptr<Mask> previous_mask_;  // the signals that the thread blocked before
};

}  // namespace structural::files
