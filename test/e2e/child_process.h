// ChildProcess: a program that a test starts. The destructor kills it if it still runs.
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

  // Returns true once the program has printed a line with the text, even if it did so before the call. Returns false if
  // the program ends or the time passes first.
  bool WaitForLine(const std::string& text, std::chrono::seconds within = std::chrono::seconds(30));

  void Signal(int signal);
  // Returns the exit code, 128 + the number of the signal that ended the process, or -1 if it still runs after
  // `within`.
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
