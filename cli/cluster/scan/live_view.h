// The screen of a watch: its content, the terminal that shows it, and the keys of its user.
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

// The content of the screen: totals, the table, and the number of hidden rows. Returns text; Screen writes it to the
// terminal. Not thread-safe.
class LiveView : public WatchOutput {
 public:
  using Time = std::chrono::system_clock::time_point;

  // Ignores options.now; Frame has its own parameter for the time.
  explicit LiveView(const TableOptions& options) : options_(options) {}

  void OnState(const std::vector<Row>& rows) override;
  void OnChange(ChangeKind kind, const Row& row) override;
  void OnFailure(const std::string& context, const std::string& what) override;

  void Move(Scroll scroll, ScreenSize size);

  // Returns exactly size.rows lines. No line is wider than the screen, and control characters are
  // removed except those of colors. CRDs that need the same attention are sorted by context and
  // name; those that need more attention are first.
  std::string Frame(ScreenSize size, Time now) const;

 private:
  using Key = std::pair<std::string, std::string>;  // context and name

  std::vector<const Row*> Sorted() const;
  std::size_t Visible(ScreenSize size) const;
  std::string Status() const;
  std::string FooterLine(std::size_t visible) const;

  const TableOptions options_;
  std::map<Key, Row> rows_;
  std::map<std::string, std::string> watch_failures_;  // messages of failed watches by context
  std::size_t top_ = 0;                                // index of the first visible row
  bool any_state_ = false;
};

// Returns the first `columns` code points of a line; escape sequences are not counted. The text ends with a reset if it
// has any escape sequence.
std::string CutLine(std::string_view line, std::size_t columns);

// Keys: reads the keys of the user from the bytes of a terminal.
//
// Not thread-safe. Its memory is bounded.
class Keys {
 public:
  struct TypedKey {
    std::vector<Scroll> scrolls;  // scrolls in the order of the pressed keys
    bool quit = false;
  };

  // Returns the keys that are complete after these bytes. A read can contain several keys, or only a part of one key.
  TypedKey Take(std::string_view bytes);

 private:
  std::string rest_;  // start of a key whose other bytes were not read yet
};

// Switches standard output to its alternate screen, and turns off the echo of standard input; the
// destructor restores both. Used by one thread, except Wake.
class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  ScreenSize Size() const;

  void Draw(std::string_view frame);

  // Ends a call of Wait. Thread-safe.
  void Wake();

  // Waits for a key or a call of Wake, at most one second.
  Keys::TypedKey Wait();

 private:
  Keys::TypedKey ReadKeys();

  Keys keys_;
  int wake_ = -1;  // eventfd
  std::optional<termios> before_;
};

}  // namespace structural::scan
