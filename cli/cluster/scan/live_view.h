// The screen of `structural scan --watch`: its content, the terminal that shows it, and the keys that the user presses.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <termios.h>

#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/table.h"

namespace structural::scan {

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

enum class Scroll { kUp, kDown, kPageUp, kPageDown, kTop, kBottom };

// LiveView: the content of the screen, as text that Screen writes to the terminal. It has the totals, the table, and
// the range of the visible rows. Not thread-safe.
class LiveView : public WatchOutput {
 public:
  using Time = std::chrono::system_clock::time_point;

  // `options.now` is not used, because Frame has a parameter for the time.
  explicit LiveView(const TableOptions& options) : options_(options) {}

  void OnState(const std::vector<Row>& rows) override;
  void OnChange(ChangeKind kind, const Row& row) override;
  void OnFailure(const std::string& context, const std::string& what) override;

  // Scrolls the table on a screen of this size. Stops at the first and at the last row.
  void Move(Scroll scroll, ScreenSize size);

  // Returns exactly size.rows lines. No line is wider than the screen. Control characters are removed, except those for
  // colors. The rows are sorted by state: unreadable, structural-error, non-structural, structural with a wrong
  // condition, structural. Rows with the same state are sorted by context and name.
  std::string Frame(ScreenSize size, Time now) const;

 private:
  using Key = std::pair<std::string, std::string>;  // context and name

  std::vector<const Row*> SortedRows() const;
  std::size_t VisibleRows(ScreenSize size) const;
  std::string StatusLine() const;
  std::string FooterLine(std::size_t visible) const;

  const TableOptions options_;
  std::map<Key, Row> rows_;
  std::map<std::string, std::string> watch_failures_;  // messages of failed watches by context
  std::size_t first_visible_row_ = 0;
  bool state_was_read_ = false;
};

// Returns the first `columns` code points of a line, not counting escape sequences. If the result has an escape
// sequence, the sequence that resets the color is appended.
std::string CutLine(std::string_view line, std::size_t columns);

// KeyParser: finds the pressed keys in the bytes that a terminal sends.
//
// Not thread-safe. Its memory is bounded.
class KeyParser {
 public:
  struct TypedKeys {
    std::vector<Scroll> scrolls;  // scrolls in the order in which their keys were pressed
    bool quit = false;
  };

  // Returns the keys that are complete after these bytes. The bytes can contain several keys, or only a part of one
  // key, which is kept for the next call.
  TypedKeys Parse(std::string_view bytes);

 private:
  std::string incomplete_key_;  // start of a key whose other bytes were not read yet
};

// The terminal of the process. The constructor switches standard output to the terminal's alternate screen, and turns
// off the echo of standard input; the destructor restores both. Must be used by one thread, except Wake.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  ScreenSize Size() const;

  void Draw(std::string_view frame);

  // Makes a call of Wait return. Thread-safe.
  void Wake();

  // Waits for a key or for a call of Wake, at most one second. Returns the typed keys; none after a call of Wake or
  // after one second. If the terminal was closed, `quit` is set.
  KeyParser::TypedKeys Wait();

 private:
  KeyParser::TypedKeys ReadKeys();

  KeyParser keys_;
  int wake_fd_ = -1;  // eventfd
  std::optional<termios> saved_settings_;
};

}  // namespace structural::scan
