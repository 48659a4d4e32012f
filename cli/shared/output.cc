#include "cli/shared/output.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <utility>

#include <unistd.h>

#include "kube/config/secrets.h"
#include "schema/base/quote.h"

namespace structural::cli {
namespace {

// Escapes unprintable characters, except line breaks and tabs.
std::string PrintableLines(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find_first_of("\n\t"));
    shown += base::EscapeUnprintable(part);
    text.remove_prefix(part.size());
    if (text.empty()) break;
    shown += text.front();
    text.remove_prefix(1);
  }
  return shown;
}

std::atomic<int> output_error{0};  // errno of the first failed write to standard output; 0: no error

// Stores the errno of a failed write to standard output; ends the process if the reader has closed the pipe. Must be
// called after each failed write. Always returns false, for callers that return this.
bool NotWritten() {
  EndIfPipeClosed();
  int none = 0;
  output_error.compare_exchange_strong(none, errno != 0 ? errno : EIO);
  errno = output_error;
  return false;
}

// Returns whether a flush, whose result is `flushed`, and all earlier writes to standard output succeeded. If one
// failed, sets errno to its error.
bool AllWritten(bool flushed) {
  if (!flushed) return NotWritten();
  if (output_error == 0) return true;
  errno = output_error;
  return false;
}

// A stream buffer that removes secrets from each text, and passes it to another buffer at once. The other buffer must
// outlive this one. As thread-safe as the other buffer.
class GuardedBuffer : public std::streambuf {
 public:
  GuardedBuffer(std::streambuf* to, bool is_output) : to_(to), is_output_(is_output) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    std::string shown = kube::Secrets::OfProcess().Hide({text, static_cast<std::size_t>(size)});
    if (!is_output_) shown = PrintableLines(shown);
    const auto length = static_cast<std::streamsize>(shown.size());
    if (to_->sputn(shown.data(), length) == length) return size;
    if (is_output_) NotWritten();
    return 0;
  }
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return sync();
    const char one = traits_type::to_char_type(character);
    return xsputn(&one, 1) == 1 ? character : traits_type::eof();
  }
  int sync() override {
    const int failed = to_->pubsync();
    return is_output_ && !AllWritten(failed == 0) ? -1 : failed;
  }

 private:
  std::streambuf* const to_;
  const bool is_output_;
};

constexpr std::chrono::milliseconds kPause{200};

ColorMode color_mode = ColorMode::kAuto;

}  // namespace

void GuardStreams() {
  // The buffers are never deleted, because the streams are used until the process ends.
  std::cout.rdbuf(new GuardedBuffer(std::cout.rdbuf(), true));
  std::cerr.rdbuf(new GuardedBuffer(std::cerr.rdbuf(), false));
}

bool Print(std::string_view text, std::FILE* file) {
  const std::string shown = kube::Secrets::OfProcess().Hide(text);
  if (std::fwrite(shown.data(), 1, shown.size(), file) == shown.size()) return true;
  return file == stdout ? NotWritten() : false;
}

bool Flush() { return AllWritten(std::fflush(stdout) == 0); }

void SetColorMode(ColorMode mode) { color_mode = mode; }

bool WantsColors() {
  if (color_mode != ColorMode::kAuto) return color_mode == ColorMode::kAlways;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) != 0 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

Progress::Progress(const char* units, const char* done, OutputContent beside)
    : unit_word_(units),
      done_word_(done),
      shown_(isatty(STDERR_FILENO) != 0 && (beside == OutputContent::kOutput || isatty(STDOUT_FILENO) == 0)),
      next_update_(std::chrono::steady_clock::now() + kPause) {}

void Progress::Clear() {
  if (std::exchange(visible_, false)) std::fputs("\r\033[K", stderr);
}

void Progress::Add(std::uint64_t units, std::uint64_t bytes) {
  count_ += units;
  bytes_ += bytes;
  if (!shown_ || std::chrono::steady_clock::now() < next_update_) return;
  next_update_ = std::chrono::steady_clock::now() + kPause;
  visible_ = true;
  std::fprintf(stderr, "\r\033[K%llu %s, %.1f MB %s", static_cast<unsigned long long>(count_), unit_word_,
               static_cast<double>(bytes_) / 1e6, done_word_);
}

bool ReportOutput::Write(std::string_view text) {
  if (quiet_ || failed() || text.empty()) return true;
  if (progress_ != nullptr) progress_->Clear();
  if (!Print(text)) error_ = errno;
  return !failed();
}

void ReportOutput::Finish() {
  if (progress_ != nullptr) progress_->Clear();
  if (!Flush() && !failed()) error_ = errno;
}

void ReportOutput::ReportFailure(const std::string& command, std::string_view what) const {
  if (failed())
    PrintError("structural " + command + ": cannot write " + std::string(what) + ": " + std::strerror(error_));
}

void PrintError(std::string_view line) { std::cerr << base::EscapeUnprintable(line) + "\n"; }

void PrintErrorLines(std::string_view text) { std::cerr << PrintableLines(text) + (text.ends_with('\n') ? "" : "\n"); }

}  // namespace structural::cli
