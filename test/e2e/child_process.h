// ChildProcess: a program that a test starts and that never outlives it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <sys/types.h>

namespace structural::e2e {

class ChildProcess {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  // Starts argv[0], searched in PATH; standard output and error are read together.
  explicit ChildProcess(std::vector<std::string> argv, Environment more = {});
  ~ChildProcess();  // SIGKILL if it still runs

  // True when a line that contains the text was printed, also before the call; false when the
  // program ended or the time was up without.
  bool WaitForLine(const std::string& text, std::chrono::seconds within = std::chrono::seconds(30));

  void Signal(int signal);
  // The exit code, or 128 + the signal that ended it; -1 when it still ran after that time.
  int WaitForExit(std::chrono::seconds within = std::chrono::seconds(30));

  // What it printed up to now.
  std::string Output() const;

  pid_t pid() const { return pid_; }

 private:
  void Read(int fd);

  pid_t pid_ = -1;
  int exit_code_ = -1;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string output_;
  bool ended_ = false;
  std::thread reader_;
};

}  // namespace structural::e2e
