#include "files/signals_held.h"

#include <ctime>
#include <initializer_list>

namespace structural::files {

SignalsHeld::SignalsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}) {
    sigaddset(&held, signal);
  }
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() {
  sigset_t told;  // as errors of writing
  sigemptyset(&told);
  for (const int signal : {SIGPIPE, SIGXFSZ}) {
    if (sigismember(&before_, signal) == 0) sigaddset(&told, signal);
  }
  const timespec now{};
  while (sigtimedwait(&told, nullptr, &now) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace structural::files
