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
    // open() returns the lowest free number, which is the number of the closed stream. The file is opened in the wrong
    // direction, so that reads from standard input and writes to the other streams fail with EBADF.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

// Unblocks SIGPIPE and restores its default action: the parent process, or the connections to servers, may have ignored
// or blocked it.
void EndIfPipeClosed() {
  if (errno != EPIPE) return;
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(SIGPIPE);
  std::_Exit(128 + SIGPIPE);  // SIGPIPE has no default action in process 1 of a container
}

}  // namespace structural::cli
