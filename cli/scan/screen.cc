#include "cli/scan/screen.h"

#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace structural::scan {
namespace {

constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l";  // no cursor, no wrapping
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[?1049l";
constexpr int kSecond = 1000;

void WriteAll(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Screen::Screen() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  termios now{};
  if (tcgetattr(STDIN_FILENO, &now) == 0) {
    before_ = now;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  WriteAll(kEnter);
}

Screen::~Screen() {
  WriteAll(kLeave);
  if (before_) tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
  if (wake_ >= 0) close(wake_);
}

ScreenSize Screen::Size() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {};
  return {size.ws_row, size.ws_col};
}

// Each line is cleared to its end before the next: nothing flickers.
void Screen::Paint(std::string_view frame) {
  std::string text = "\033[H";
  for (const char c : frame) {
    if (c == '\n') text += "\033[K\r";
    text += c;
  }
  WriteAll(text + "\033[K\033[J");
}

void Screen::Wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

Keys::Typed Screen::ReadKeys() {
  char bytes[256];
  const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
  return size > 0 ? keys_.Take({bytes, static_cast<std::size_t>(size)}) : Keys::Typed{};
}

Keys::Typed Screen::Wait() {
  pollfd files[] = {{wake_, POLLIN, 0}, {before_ ? STDIN_FILENO : -1, POLLIN, 0}};
  if (poll(files, 2, kSecond) <= 0) return {};
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof count);  // never blocks
  if ((files[1].revents & (POLLHUP | POLLERR)) != 0) return {{}, true};
  return files[1].revents != 0 ? ReadKeys() : Keys::Typed{};
}

}  // namespace structural::scan
