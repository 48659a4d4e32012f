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
    // open() returns the lowest free number, which is that of the closed stream. Standard input is opened for writing,
    // and the other streams for reading, so their use fails with EBADF.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

// Restores the default action of SIGPIPE and unblocks it before raising it, because the parent process, or the code of
// connections, can have ignored or blocked it.
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
