// SignalsHeld: no signal ends the process while a file is on its way.
#pragma once

#include <csignal>

namespace structural::files {

// As long as it lives, what asks this thread to end waits, and a file that becomes too long is an
// error of writing, not a signal. Not for several threads.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

}  // namespace structural::files
