#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "cli/shared/output.h"

namespace structural::cli {

void OpenStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // Opens /dev/null in place of the closed stream: open() returns the lowest free number, which is the stream's.
    // Standard input is opened for writing, and the other streams for reading, so that using them fails with EBADF, as
    // if they were closed.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

// Restores the default action of SIGPIPE and unblocks it before raising it, because the parent process can have ignored
// it, or this program's network code blocked it.
void EndIfPipeClosed() {
  if (errno != EPIPE) return;
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);  // reached in process 1 of a container, for which SIGPIPE has no default action
}

}  // namespace structural::cli
