#include "test/e2e/child_process.h"

#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace structural::e2e {
namespace {

[[noreturn]] void Exec(const std::vector<std::string>& argv, const ChildProcess::Environment& more, int out) {
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  for (const auto& [key, value] : more) setenv(key.c_str(), value.c_str(), 1);
  std::vector<char*> args;
  for (const std::string& arg : argv) args.push_back(const_cast<char*>(arg.c_str()));
  args.push_back(nullptr);
  execvp(args[0], args.data());
  _exit(127);
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> argv, Environment more) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ == 0) Exec(argv, more, ends[1]);
  close(ends[1]);
  reader_ = std::thread([this, fd = ends[0]] { Read(fd); });
}

ChildProcess::~ChildProcess() {
  kill(pid_, SIGKILL);
  reader_.join();
}

void ChildProcess::Read(int fd) {
  char buffer[4096];
  for (ssize_t n; (n = read(fd, buffer, sizeof buffer)) > 0;) {
    const std::lock_guard lock(mutex_);
    output_.append(buffer, n);
    changed_.notify_all();
  }
  close(fd);
  int status = 0;
  waitpid(pid_, &status, 0);
  const std::lock_guard lock(mutex_);
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ended_ = true;
  changed_.notify_all();
}

bool ChildProcess::WaitForLine(const std::string& text, std::chrono::seconds within) {
  std::unique_lock lock(mutex_);
  const auto printed = [&] { return output_.find(text) != std::string::npos; };
  changed_.wait_for(lock, within, [&] { return ended_ || printed(); });
  return printed();
}

void ChildProcess::Signal(int signal) { kill(pid_, signal); }

int ChildProcess::WaitForExit(std::chrono::seconds within) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, within, [&] { return ended_; });
  return exit_code_;
}

std::string ChildProcess::Output() const {
  const std::lock_guard lock(mutex_);
  return output_;
}

}  // namespace structural::e2e
