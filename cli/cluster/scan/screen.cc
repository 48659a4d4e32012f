#include "cli/cluster/scan/screen.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace structural::scan {
namespace {

constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l";  // no cursor, no line wrapping
constexpr std::string_view kLeave = "\033[?7h\033[?25h\033[?1049l";
constexpr int kSecond = 1000;

void WriteAll(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

constexpr std::pair<std::string_view, Scroll> kKeys[] = {
    {"\033[A", Scroll::kUp},     {"\033OA", Scroll::kUp},  {"k", Scroll::kUp},           {"\033[B", Scroll::kDown},
    {"\033OB", Scroll::kDown},   {"j", Scroll::kDown},     {"\033[5~", Scroll::kPageUp}, {"\033[6~", Scroll::kPageDown},
    {" ", Scroll::kPageDown},    {"\033[H", Scroll::kTop}, {"g", Scroll::kTop},          {"\033[1~", Scroll::kTop},
    {"\033[F", Scroll::kBottom}, {"G", Scroll::kBottom},   {"\033[4~", Scroll::kBottom}};

constexpr char kEscape = '\033';
constexpr std::size_t kLongestKey = 32;  // longer sequences are no keys

// Returns the bytes of the first key; 0 if it is incomplete.
std::size_t SizeOfKey(std::string_view text) {
  if (text.front() != kEscape) return 1;
  if (text.size() < 2) return 0;
  if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
  if (text[1] != '[') return 1;  // the key Escape, followed by another key
  const auto end = std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
  if (end != text.end()) return static_cast<std::size_t>(end - text.begin()) + 1;
  return text.size() < kLongestKey ? 0 : text.size();
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

// Clears each line to its end before the next one, so that nothing flickers.
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
  [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof count);  // does not block
  if ((files[1].revents & (POLLHUP | POLLERR)) != 0) return {{}, true};
  return files[1].revents != 0 ? ReadKeys() : Keys::Typed{};
}

Keys::Typed Keys::Take(std::string_view bytes) {
  Typed typed;
  rest_ += bytes;
  std::string_view text = rest_;
  while (!text.empty() && !typed.quit) {
    const std::size_t size = SizeOfKey(text);
    if (size == 0) break;
    const std::string_view key = text.substr(0, size);
    typed.quit = key == "q" || key == "\003";
    for (const auto& [known, scroll] : kKeys) {
      if (key == known) typed.scrolls.push_back(scroll);
    }
    text.remove_prefix(size);
  }
  rest_ = std::string(text);
  return typed;
}

}  // namespace structural::scan
