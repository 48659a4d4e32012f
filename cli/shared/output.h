// What the process prints, without its secrets (kube/config/secrets.h): an API server may repeat
// the token that it was sent in anything that is shown of its answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>

namespace structural::cli {

// Of the standard streams that the parent closed, none can be read or written, and no file that the process opens
// gets the number of one. Call it first.
void OpenStandardStreams();

// From now on each text that is inserted into std::cout or std::cerr is printed without secrets, and
// of what is inserted into std::cerr, as the parser's words about arguments, nothing that is not
// printable, but line breaks and tabs. Call it once, before the first thread starts.
void GuardStreams();

// Writes the text to the file without secrets. False: not all of it; errno says why.
bool Print(std::string_view text, std::FILE* file = stdout);

// Writes what is buffered for standard output. False: not all that was printed until now arrived; errno says why,
// also where an earlier write failed.
bool Flush();

// To be called after a write to standard output failed. If its reader is gone, the process ends here by SIGPIPE,
// without a message, as most programs do; a shell shows 141. The functions above and std::cout do this themselves.
void EndIfPipeClosed();

enum class ColorMode { kAuto, kAlways, kNever };

// --color: from now on, what WantsColors says. Call it before the second thread starts.
void SetColorMode(ColorMode mode);

// kAuto: whether standard output is a terminal that shows colors, as far as TERM says, and whose
// user has not set NO_COLOR.
bool WantsColors();

// Progress: one line on standard error that follows long work, on a terminal only.
//
// Not thread-safe.
class Progress {
 public:
  // What stands beside the line: answers, which are progress enough where they go to a terminal as
  // well, or output of which little may come for long.
  enum class Beside { kAnswers, kOutput };

  // The line says "12 UNITS, 3.4 MB DONE".
  explicit Progress(const char* units = "lines", const char* done = "answered",
                    Beside beside = Beside::kAnswers);
  ~Progress() { Clear(); }

  void Add(std::uint64_t units, std::uint64_t bytes);
  // Before something else is printed: takes the line away, until it is due again.
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

// A line on standard error. Names of files, texts of documents and answers of servers may be in it:
// whatever they hold, it stays one line, and a terminal obeys nothing in it.
void PrintError(std::string_view line);

// A message of several lines: line breaks stay. Texts of others in it must have been escaped when it was made
// (base::EscapeUnprintable, Printable).
void PrintErrorLines(std::string_view text);

// What a process ends with.
enum ExitCode : int {
  kExitOk = 0,
  kExitFailure = 1,   // the work was done and the answer is no, or it could not be done
  kExitUsage = 2,     // the arguments are wrong, or an input cannot be read
  kExitInternal = 3,  // of commands on files: the run itself failed, as by a full disk
};

// Guarded: the run of a command, where a mistake of ours ends in words and not in a core dump.
// What `run` returns; kExitInternal where it throws, with the reason on standard error.
int Guarded(std::string_view command, const auto& run) {
  try {
    return run();
  } catch (const std::exception& e) {
    PrintError("structural " + std::string(command) + ": internal error: " + e.what());
    return kExitInternal;
  }
}

}  // namespace structural::cli
