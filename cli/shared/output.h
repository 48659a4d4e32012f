// Output of the process. Secrets of the process, such as a token, are removed from it (kube/config/secrets.h), because
// an API server can repeat them in an answer that is printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace structural::cli {

// If the parent process has closed a standard stream, opens the stream in a way that reads and writes still fail.
// Without this, a file that is opened later would get the number of the stream. Must be called first in main.
void OpenStandardStreams();

// Makes std::cout and std::cerr remove secrets from all texts. Makes std::cerr also escape unprintable characters,
// except line breaks and tabs: it gets the parser's messages, which contain arguments. Must be called once, before the
// first thread starts.
void GuardStreams();

// Writes the text without secrets to `file`. Returns false and sets errno if a part could not be written.
bool Print(std::string_view text, std::FILE* file = stdout);

// Flushes standard output. Returns false and sets errno if this flush, or an earlier write, failed.
bool Flush();

// If errno is EPIPE, because the reader of standard output has closed the pipe, ends the process by SIGPIPE without a
// message, like other programs; a shell shows exit code 141. Must be called after a failed write to standard output.
// Print, Flush and std::cout call it themselves.
void EndIfPipeClosed();

enum class ColorMode { kAuto, kAlways, kNever };

// Sets the value of --color, which WantsColors uses. Must be called before the second thread starts.
void SetColorMode(ColorMode mode);

// Returns whether to print colors. With kAuto, returns whether standard output is a terminal, TERM is not "dumb", and
// NO_COLOR is not set.
bool WantsColors();

// Progress: one line on standard error that shows the progress of long work. Shown only on a terminal.
//
// Not thread-safe.
class Progress {
 public:
  // The use of standard output during the work. kAnswers: the answers show the progress, so the progress line is
  // omitted if standard output is a terminal. kOutput: standard output can stay empty for a long time, so the progress
  // line is always shown.
  enum class OutputContent { kAnswers, kOutput };

  // `units` and `done` are words in the progress line: "12 UNITS, 3.4 MB DONE".
  explicit Progress(const char* units = "lines", const char* done = "answered",
                    OutputContent beside = OutputContent::kAnswers);
  ~Progress() { Clear(); }

  // Adds to the numbers in the line, and updates the line at most a few times per second.
  void Add(std::uint64_t units, std::uint64_t bytes);
  // Removes the line from the terminal until its next update. Must be called before other output.
  void Clear();

 private:
  const char* const unit_word_;
  const char* const done_word_;
  const bool shown_;
  bool visible_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point next_update_;
};

// ReportOutput: writes the report of a run to standard output, and removes the progress line before each write. After a
// failed write, further texts are not written. Not thread-safe.
class ReportOutput {
 public:
  // If `quiet` is set, nothing is written. `progress` may be null; it must outlive the ReportOutput.
  explicit ReportOutput(bool quiet = false, Progress* progress = nullptr) : quiet_(quiet), progress_(progress) {}

  // Returns false if the write fails. After an earlier failure, writes nothing and returns true.
  bool Write(std::string_view text);
  // Flushes the report, and removes the progress line.
  void Finish();
  bool failed() const { return error_ != 0; }
  // If a write has failed, prints "structural COMMAND: cannot write WHAT: REASON" on standard error.
  void ReportFailure(const std::string& command, std::string_view what) const;

 private:
  const bool quiet_;
  Progress* const progress_;
  int error_ = 0;  // errno of the failed write
};

// Prints a line on standard error. Control characters, also line breaks, are escaped, because the text can contain
// names of files, and texts of documents and servers.
void PrintError(std::string_view line);

// Prints a message of several lines on standard error. Line breaks are not escaped, so the caller must escape parts
// that are from files or servers (base::EscapeUnprintable, Printable).
void PrintErrorLines(std::string_view text);

// The exit codes of the process.
enum ExitCode : int {
  kExitOk = 0,
  kExitFailure = 1,   // an error was found in the input, such as a violation, or the work failed
  kExitUsage = 2,     // the arguments are wrong, or an input cannot be read
  kExitInternal = 3,  // the run itself failed, for example because of a full disk
};

// RunGuarded: runs a command and catches its exceptions. Returns the result of `run`. If `run` throws, prints the reason
// on standard error and returns kExitInternal.
int RunGuarded(std::string_view command, const auto& run) {
  try {
    return run();
  } catch (const std::exception& e) {
    PrintError("structural " + std::string(command) + ": internal error: " + e.what());
    return kExitInternal;
  }
}

}  // namespace structural::cli
