#include "files/stop_signals.h"

#include <csignal>

namespace structural::files {

struct StopSignalsOpen::Mask {
  sigset_t signals;
};

StopSignalsOpen::StopSignalsOpen() : before_(std::make_unique<Mask>()) {
  sigset_t stop;
  sigemptyset(&stop);
  for (const int signal : {SIGINT, SIGTERM}) sigaddset(&stop, signal);
  pthread_sigmask(SIG_UNBLOCK, &stop, &before_->signals);
}

StopSignalsOpen::~StopSignalsOpen() { pthread_sigmask(SIG_SETMASK, &before_->signals, nullptr); }

}  // namespace structural::files
