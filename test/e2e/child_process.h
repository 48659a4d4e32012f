// ChildProcess: a program that a test starts, and that ends with the test at the latest.
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

  // Starts argv[0], searched in PATH. Standard output and error are read together.
  explicit ChildProcess(std::vector<std::string> argv, Environment more = {});
  ~ChildProcess();  // sends SIGKILL if it still runs

  // Returns true when a line with the text was printed, also before the call. Returns false if the program ends, or the
  // time passes, without one.
  bool WaitForLine(const std::string& text, std::chrono::seconds within = std::chrono::seconds(30));

  void Signal(int signal);
  // Returns the exit code, or 128 + the signal that ended it, or -1 if it still runs after that time.
  int WaitForExit(std::chrono::seconds within = std::chrono::seconds(30));

  // Returns the output up to now.
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
