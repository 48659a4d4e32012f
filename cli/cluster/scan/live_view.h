// LiveView: the content of the screen of a watch: totals, the table, and the number of hidden rows.
//
// Returns text; screen.h writes it to the terminal. Not thread-safe.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/table.h"

namespace structural::scan {

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};

enum class Scroll { kUp, kDown, kPageUp, kPageDown, kTop, kBottom };

class LiveView : public WatchOutput {
 public:
  using Time = std::chrono::system_clock::time_point;

  // options.now is ignored.
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
  std::string Foot(std::size_t visible) const;

  const TableOptions options_;
  std::map<Key, Row> rows_;
  std::map<std::string, std::string> watch_failures_;  // messages of failed watches by context
  std::size_t top_ = 0;                                // index of the first visible row
  bool any_state_ = false;
};

// Returns the first code points of a line, not counting escape sequences; ends with a reset after
// any sequence.
std::string CutLine(std::string_view line, std::size_t columns);

}  // namespace structural::scan
