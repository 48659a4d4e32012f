// StopSignalsOpen: while it exists, SIGINT and SIGTERM are not blocked in this thread, so that they can stop a command that
// is in an endless read. Not copyable; must be destroyed in the thread that has made it.
#pragma once

#include <memory>

namespace structural::files {

class StopSignalsOpen {
 public:
  StopSignalsOpen();
  ~StopSignalsOpen();
  StopSignalsOpen(const StopSignalsOpen&) = delete;
  StopSignalsOpen& operator=(const StopSignalsOpen&) = delete;

 private:
  struct Mask;
  std::unique_ptr<Mask> before_;  // the signals that were blocked before
};

}  // namespace structural::files
