#include "cli/cluster/scan/live_view.h"

#include <algorithm>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"

namespace structural::scan {
namespace {

// number of lines that are not rows of the table: totals, status, headers, footer
constexpr std::size_t kAroundTheRows = 4;

// Returns the number by which rows are sorted on the screen. The rows that need most attention have the lowest number.
int Rank(const Row& row) {
  switch (row.state) {
    case State::kUnreadable: return 0;
    case State::kStructuralError: return 1;
    case State::kNonStructural: return 2;
    case State::kStructural: return row.agreement == Agreement::kAgrees ? 4 : 3;
    case State::kDeleted: return 5;
  }
  return 5;
}

// Returns the size of the escape sequence at the start of the text. The sequence must be one that sets a color, which
// ends with "m".
std::size_t SequenceEnd(std::string_view text) {
  const std::size_t end = text.find('m');
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

std::string CutLine(std::string_view line, std::size_t columns) {
  std::string cut;
  bool colored = false;
  for (std::size_t width = 0; !line.empty() && line.front() != '\n';) {
    std::size_t size = 0;
    if (line.front() == '\033') {
      size = SequenceEnd(line);
      colored = true;
    } else if (width++ == columns) {
      break;
    } else {
      size = static_cast<std::size_t>(base::DecodeRune(line).size);
    }
    cut.append(line.substr(0, size));
    line.remove_prefix(size);
  }
  return colored ? cut + "\033[0m" : cut;
}

void LiveView::OnState(const std::vector<Row>& rows) {
  state_was_read_ = true;
  for (const Row& row : rows) rows_[{row.context, row.name}] = row;
}

void LiveView::OnChange(ChangeKind kind, const Row& row) {
  if (kind == ChangeKind::kGone) {
    rows_.erase({row.context, row.name});
  } else {
    rows_[{row.context, row.name}] = row;
  }
}

void LiveView::OnFailure(const std::string& context, const std::string& what) {
  if (what.empty()) {
    watch_failures_.erase(context);
  } else {
    watch_failures_[context] = what;
  }
}

std::size_t LiveView::VisibleRows(ScreenSize size) const {
  return size.rows > kAroundTheRows ? size.rows - kAroundTheRows : 0;
}

void LiveView::Move(Scroll scroll, ScreenSize size) {
  const std::size_t page = std::max<std::size_t>(VisibleRows(size), 1);
  const std::size_t last = rows_.size() > page ? rows_.size() - page : 0;
  switch (scroll) {
    case Scroll::kUp: first_visible_row_ -= std::min<std::size_t>(first_visible_row_, 1); break;
    case Scroll::kDown: first_visible_row_ += 1; break;
    case Scroll::kPageUp: first_visible_row_ -= std::min(first_visible_row_, page); break;
    case Scroll::kPageDown: first_visible_row_ += page; break;
    case Scroll::kTop: first_visible_row_ = 0; break;
    case Scroll::kBottom: first_visible_row_ = last; break;
  }
  first_visible_row_ = std::min(first_visible_row_, last);
}

std::vector<const Row*> LiveView::SortedRows() const {
  std::vector<const Row*> sorted;
  for (const auto& [key, row] : rows_) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, {}, [](const Row* row) { return Rank(*row); });
  return sorted;
}

std::string LiveView::StatusLine() const {
  if (watch_failures_.empty()) return state_was_read_ ? "watching" : "reading the list";
  std::string text;
  for (const auto& [context, what] : watch_failures_) {
    base::AppendItem(text, "; ", (context.empty() ? "" : context + ": ") + what);
  }
  std::ranges::replace(text, '\n', ' ');
  text = base::EscapeUnprintable(text);
  return cli::Styled(cli::style::kRed, text, options_.colors);
}

std::string LiveView::FooterLine(std::size_t visible) const {
  const std::size_t end = std::min(rows_.size(), first_visible_row_ + visible);
  if (rows_.size() <= visible) return "q quits";
  return std::to_string(first_visible_row_ + 1) + " to " + std::to_string(end) + " of " + std::to_string(rows_.size()) +
         "; arrows and Page keys move, q quits";
}

std::string LiveView::Frame(ScreenSize size, Time now) const {
  TableOptions options = options_;
  options.now = now;
  Table table(options);
  Totals totals;
  const std::vector<const Row*> sorted = SortedRows();
  const std::size_t visible = VisibleRows(size);
  const std::size_t top = std::min(first_visible_row_, sorted.size() > visible ? sorted.size() - visible : 0);
  for (const Row* row : sorted) totals.Count(*row);
  for (std::size_t i = top; i < std::min(sorted.size(), top + visible); ++i) table.Add(*sorted[i]);
  table.Fit(size.columns);

  std::vector<std::string> lines = {Sentence(totals), StatusLine(), table.HeaderLine()};
  std::string body = table.Lines();
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = body.find('\n', at);
    lines.push_back(body.substr(at, end - at));
    at = end + 1;
  }
  lines.resize(std::max(size.rows, std::size_t{1}) - 1);
  lines.push_back(FooterLine(visible));
  std::string frame;
  for (const std::string& line : lines) {
    frame += CutLine(line, size.columns) + "\n";
  }
  frame.pop_back();  // removes the last newline, which would scroll the screen
  return frame;
}

namespace {

constexpr std::string_view kEnter = "\033[?1049h\033[?25l\033[?7l";  // alternate screen, no cursor, no line wrapping
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
constexpr std::size_t kLongestKey = 32;  // maximum size of a key in bytes; a longer escape sequence is not a key

// Returns the size in bytes of the key at the start of the text; 0 if the text has only a part of the key.
std::size_t SizeOfKey(std::string_view text) {
  if (text.front() != kEscape) return 1;
  if (text.size() < 2) return 0;
  if (text[1] == 'O') return text.size() < 3 ? 0 : 3;
  if (text[1] != '[') return 1;  // the key Escape alone: the next byte begins another key
  const auto end = std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
  if (end != text.end()) return static_cast<std::size_t>(end - text.begin()) + 1;
  return text.size() < kLongestKey ? 0 : text.size();
}

}  // namespace

Screen::Screen() : wake_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  termios now{};
  if (tcgetattr(STDIN_FILENO, &now) == 0) {
    saved_settings_ = now;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  WriteAll(kEnter);
}

Screen::~Screen() {
  WriteAll(kLeave);
  if (saved_settings_) tcsetattr(STDIN_FILENO, TCSANOW, &*saved_settings_);
  if (wake_fd_ >= 0) close(wake_fd_);
}

ScreenSize Screen::Size() const {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {};
  return {size.ws_row, size.ws_col};
}

// Overwrites the old frame, and clears only the rest of each line. Clearing the whole screen first would make it
// flicker.
void Screen::Draw(std::string_view frame) {
  std::string text = "\033[H";
  for (const char c : frame) {
    if (c == '\n') text += "\033[K\r";
    text += c;
  }
  WriteAll(text + "\033[K\033[J");
}

void Screen::Wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_fd_, &one, sizeof one);
}

KeyParser::TypedKeys Screen::ReadKeys() {
  char bytes[256];
  const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
  return size > 0 ? keys_.Parse({bytes, static_cast<std::size_t>(size)}) : KeyParser::TypedKeys{};
}

KeyParser::TypedKeys Screen::Wait() {
  pollfd files[] = {{wake_fd_, POLLIN, 0}, {saved_settings_ ? STDIN_FILENO : -1, POLLIN, 0}};
  if (poll(files, 2, kSecond) <= 0) return {};
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(wake_fd_, &count, sizeof count);  // does not block
  if ((files[1].revents & (POLLHUP | POLLERR)) != 0) return {{}, true};
  return files[1].revents != 0 ? ReadKeys() : KeyParser::TypedKeys{};
}

KeyParser::TypedKeys KeyParser::Parse(std::string_view bytes) {
  TypedKeys typed;
  incomplete_key_ += bytes;
  std::string_view text = incomplete_key_;
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
  incomplete_key_ = std::string(text);
  return typed;
}

}  // namespace structural::scan
