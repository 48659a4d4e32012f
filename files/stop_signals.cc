#include "files/stop_signals.h"

#include <csignal>

namespace structural::files {

struct UnblockedStopSignals::Mask {
  sigset_t signals;
};

UnblockedStopSignals::UnblockedStopSignals() : previous_mask_(std::make_unique<Mask>()) {
  sigset_t stop;
  sigemptyset(&stop);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&stop, signal);
  pthread_sigmask(SIG_UNBLOCK, &stop, &previous_mask_->signals);
}

UnblockedStopSignals::~UnblockedStopSignals() { pthread_sigmask(SIG_SETMASK, &previous_mask_->signals, nullptr); }

}  // namespace structural::files
