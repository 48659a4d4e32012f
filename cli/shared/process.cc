#include "cli/shared/process.h"

#include <csignal>
#include <cstdlib>

#include <malloc.h>
#include <pthread.h>

namespace structural::cli {
namespace {

sigset_t StopSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGUSR1);  // this process sends it to end the thread that waits for signals
  return set;
}

}  // namespace

void BlockStopSignals() {
  const sigset_t set = StopSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

void UnblockStopSignals() {
  const sigset_t set = StopSignals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

StopOnSignal::StopOnSignal() {
  waiter_ = std::thread([this, set = StopSignals()] {
    for (int signal = 0; sigwait(&set, &signal) == 0 && !signal_wait_ended_;) {
      if (signal == SIGUSR1) continue;  // ignores a SIGUSR1 that another process has sent
      if (!source_.request_stop()) std::_Exit(1);
    }
  });
}

StopOnSignal::~StopOnSignal() {
  signal_wait_ended_ = true;
  pthread_kill(waiter_.native_handle(), SIGUSR1);
  waiter_.join();
}

void KeepHeapSmall() {
  constexpr int kBytes = 512 << 10;
  mallopt(M_MMAP_THRESHOLD, kBytes);
  mallopt(M_TRIM_THRESHOLD, kBytes);
}

}  // namespace structural::cli
