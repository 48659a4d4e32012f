// Output of the process, without its secrets (kube/config/secrets.h): an API server may repeat the process's token in
// any answer that is printed.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace structural::cli {

// Opens standard streams that the parent process closed, so that files which are opened later do not get their numbers.
// Reads and writes of these streams still fail. Must be called first in main.
void OpenStandardStreams();

// Removes secrets from all text that is inserted into std::cout and std::cerr. In std::cerr, which
// also gets the parser's messages about arguments, unprintable characters are escaped, except line
// breaks and tabs. Must be called once, before the first thread starts.
void GuardStreams();

// Writes the text to the file, without secrets. Returns false and sets errno if a part could not be written.
bool Print(std::string_view text, std::FILE* file = stdout);

// Flushes standard output. Returns false and sets errno if this flush or an earlier write failed.
bool Flush();

// Ends the process by SIGPIPE if the reader of standard output has closed the pipe. Prints no message, as most programs
// do; a shell shows exit code 141. Must be called after a failed write to standard output; Print, Flush and std::cout
// already call it.
void EndIfPipeClosed();

enum class ColorMode { kAuto, kAlways, kNever };

// Sets the mode of --color, which determines WantsColors. Must be called before the second thread
// starts.
void SetColorMode(ColorMode mode);

// Returns whether to print colors. With kAuto: whether standard output is a terminal that shows colors
// according to TERM, and NO_COLOR is not set.
bool WantsColors();

// Progress: one line on standard error that shows the progress of long work. Shown only on a terminal.
//
// Not thread-safe.
class Progress {
 public:
  // The content of the command's standard output. kAnswers: the output itself shows the progress, so the progress line
  // is omitted if the output is written to a terminal. kOutput: the output may stay empty for a long time, so the
  // progress line is shown even if the output is written to a terminal.
  enum class OutputContent { kAnswers, kOutput };

  // `units` and `done` are words of the line: "12 UNITS, 3.4 MB DONE".
  explicit Progress(const char* units = "lines", const char* done = "answered",
                    OutputContent beside = OutputContent::kAnswers);
  ~Progress() { Clear(); }

  void Add(std::uint64_t units, std::uint64_t bytes);
  // Removes the line until its next update. Must be called before other output.
  void Clear();

 private:
  const char* const unit_;
  const char* const done_;
  const bool shown_;
  bool visible_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point next_;
};

// Writes the report of a run on standard output, and removes the progress line before each write. After a failed write,
// writes nothing further. Not thread-safe.
class ReportOutput {
 public:
  // `quiet`: true: nothing is written. `progress` may be null, and must outlive the report.
  explicit ReportOutput(bool quiet = false, Progress* progress = nullptr) : quiet_(quiet), progress_(progress) {}

  // Returns false if the text cannot be written.
  bool Write(std::string_view text);
  // Flushes the report, and removes the progress line.
  void Finish();
  bool failed() const { return error_ != 0; }
  // Prints "structural COMMAND: cannot write WHAT: REASON" after a failed write.
  void ReportFailure(const std::string& command, std::string_view what) const;

 private:
  const bool quiet_;
  Progress* const progress_;
  int error_ = 0;  // errno of the failed write
};

// Prints a line on standard error. The text may contain names of files, documents and answers of servers, so control
// characters are escaped, also line breaks.
void PrintError(std::string_view line);

// Prints a message of several lines on standard error. Line breaks are not escaped, so the caller must escape the parts
// that come from files or servers (base::EscapeUnprintable, Printable).
void PrintErrorLines(std::string_view text);

// The exit codes of the process.
enum ExitCode : int {
  kExitOk = 0,
  kExitFailure = 1,   // the result is negative, or the work failed
  kExitUsage = 2,     // the arguments are wrong, or an input cannot be read
  kExitInternal = 3,  // internal failure of a command on files, such as a full disk
};

// Guarded: runs a command and catches its exceptions. Returns the result of `run`. If `run` throws, prints the reason
// on standard error and returns kExitInternal.
int Guarded(std::string_view command, const auto& run) {
  try {
    return run();
  } catch (const std::exception& e) {
    PrintError("structural " + std::string(command) + ": internal error: " + e.what());
    return kExitInternal;
  }
}

}  // namespace structural::cli
