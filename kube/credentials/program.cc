#include "kube/credentials/program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using Clock = std::chrono::steady_clock;

// Interval of checks for the program's end. Only used on kernels without pidfd_open.
constexpr std::chrono::milliseconds kLookAgain{20};

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  void Close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_;
};

// Child: a child process. If the child has not ended, the destructor kills it and waits for its end.
class Child {
 public:
  Child(pid_t pid, bool group) : pid_(pid), group_(group) {}
  ~Child() {
    if (pid_ <= 0) return;
    ::kill(group_ ? -pid_ : pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }

  // Returns whether the child has ended, and then sets *exit_code.
  bool Ended(int* exit_code) {
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) != pid_) return false;
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    pid_ = -1;
    return true;
  }

 private:
  pid_t pid_;
  const bool group_;
};

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// SpawnAttributes: the initial state of the child. It has only the standard files open, and no blocked or ignored
// signals. It is in a new process group unless it uses the terminal.
class SpawnAttributes {
 public:
  // `input` is negative if the child has no input.
  SpawnAttributes(int input, int output, const Program& program) {
    const bool interactive = program.interactive;
    posix_spawn_file_actions_init(&files_);
    if (input >= 0) {
      posix_spawn_file_actions_adddup2(&files_, input, 0);
    } else if (!interactive) {
      posix_spawn_file_actions_addopen(&files_, 0, "/dev/null", O_RDONLY, 0);
    }
    posix_spawn_file_actions_adddup2(&files_, output, 1);
    if (program.quiet) posix_spawn_file_actions_addopen(&files_, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files_, 3);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (interactive ? 0 : POSIX_SPAWN_SETPGROUP));
  }
  ~SpawnAttributes() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  int Spawn(const Program& program, pid_t* pid) {
    return posix_spawnp(pid, program.argv[0].c_str(), &files_, &attributes_, Pointers(program.argv).data(),
                        Pointers(program.environment).data());
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

// Returns the descriptor of a file in memory that contains the text, at offset 0. Errors: those of the system.
Result<int> FileWith(std::string_view text) {
  const int fd = ::memfd_create("input", MFD_CLOEXEC);
  while (fd >= 0 && !text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) break;
    text.remove_prefix(written < 0 ? 0 : static_cast<size_t>(written));
  }
  if (fd >= 0 && text.empty() && ::lseek(fd, 0, SEEK_SET) == 0) return fd;
  const Error error(ErrorCode::kInvalidInput,
                    "cannot create its standard input: " + std::generic_category().message(errno));
  if (fd >= 0) ::close(fd);
  return error;
}

// Appends the output that is available now. Returns true at the end of the output. kLimitExceeded: *output would have
// more than `max` bytes.
Result<bool> ReadSome(int fd, size_t max, std::string* output) {
  char block[16384];
  while (true) {
    const ssize_t count = ::read(fd, block, sizeof block);
    if (count == 0) return true;
    if (count < 0) return errno != EAGAIN && errno != EINTR;
    output->append(block, static_cast<size_t>(count));
    if (output->size() > max) {
      return Error(ErrorCode::kLimitExceeded, "it printed more than " + std::to_string(max >> 20) + " MiB");
    }
  }
}

// Waits until output can be read, the program may have ended, or a stop may be requested. Returns false after the
// deadline.
bool Wait(int output, int ended, int stopped, Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  if (left.count() <= 0) return false;
  pollfd files[] = {{output, POLLIN, 0}, {ended, POLLIN, 0}, {stopped, POLLIN, 0}};
  const auto at_most = ended < 0 ? std::min(left, kLookAgain) : left;
  ::poll(files, 3, static_cast<int>(std::min<long>(at_most.count(), 3'600'000)));
  return true;
}

struct Limits {
  Clock::time_point deadline;
  size_t max_output_bytes;
};

Result<ProgramOutcome> ReadUntilEnd(Child& child, int output, const Limits& limits, std::stop_token stop) {
  const Descriptor stopped(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const Descriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, child.pid(), 0)));
  const std::stop_callback wake(stop, [&] {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(stopped.get(), &one, sizeof one);
  });
  ProgramOutcome outcome;
  for (bool closed = false;;) {
    if (stop.stop_requested()) return Error(ErrorCode::kCancelled, "stopped by the caller");
    // Checks for the end before reading, because all output is available after the end.
    const bool over = child.Ended(&outcome.exit_code);
    if (!closed) {
      Result<bool> read = ReadSome(output, limits.max_output_bytes, &outcome.output);
      if (!read.ok()) return read.error();
      closed = *read;
    }
    if (over) return outcome;
    if (!Wait(closed ? -1 : output, ended.get(), stopped.get(), limits.deadline)) {
      return Error(ErrorCode::kTimeout, "it did not end before the deadline");
    }
  }
}

}  // namespace

Result<ProgramOutcome> RunProgram(const Program& program, std::stop_token stop) {
  const Clock::time_point deadline = Clock::now() + program.timeout;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return Error(ErrorCode::kInvalidInput, "cannot create a pipe for it: " + std::generic_category().message(errno));
  }
  const Descriptor output(ends[0]);
  Descriptor printed(ends[1]);
  ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
  const Result<int> file = program.input.empty() || program.interactive ? Result<int>(-1) : FileWith(program.input);
  if (!file.ok()) return file.error();
  const Descriptor input(*file);
  pid_t pid = -1;
  const int failure = SpawnAttributes(input.get(), printed.get(), program).Spawn(program, &pid);
  printed.Close();
  if (failure != 0) {
    const bool missing = failure == ENOENT || failure == ENOTDIR;
    return Error(missing ? ErrorCode::kNotFound : ErrorCode::kInvalidInput, std::generic_category().message(failure));
  }
  Child child(pid, !program.interactive);
  return ReadUntilEnd(child, output.get(), {deadline, program.max_output_bytes}, stop);
}

}  // namespace structural::kube
