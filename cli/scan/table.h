// Table: cells in columns, three spaces apart, as kubectl prints them.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scan/reporter.h"
#include "cli/scan/row.h"

namespace structural::scan {

// The columns of the table, and of CSV.
enum class Column {
  kContext,
  kName,
  kVersions,
  kState,
  kViolations,
  kSince,  // how long ago the server's condition last changed
  kTime,   // and when
  kCondition,
  kPruning,
  kRecreation,
  kRules,
};

// "STATE".
std::string_view Header(Column column);

// Without control characters; "-" where there is nothing to say.
std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now);

// "45s", "4m10s", "3h20m", "12d", "2y30d".
// Upstream: util/duration/duration.go HumanDuration (apimachinery 0.37)
std::string HumanDuration(std::chrono::seconds duration);

// Of a metav1.Time; "-" where it is none.
std::string Age(std::string_view time, std::chrono::system_clock::time_point now);

class Table {
 public:
  explicit Table(const TableOptions& options);

  void Add(const Row& row);

  // Shortens names, down to 20 characters, so that lines fit into so many columns.
  void Fit(std::size_t columns);

  // Lines with their newlines. The widths are those of all rows so far, of the headers too.
  std::string HeaderLine() const;
  std::string Lines() const;
  // A row that need not be in the table, by the same widths.
  std::string Line(const Row& row) const;

  // From when on ages count, of lines that come.
  void SetNow(std::chrono::system_clock::time_point now) { options_.now = now; }

  std::size_t size() const { return rows_.size(); }

 private:
  using Cells = std::vector<std::string>;

  Cells CellsOf(const Row& row) const;
  std::string Line(const Cells& cells, std::string_view color) const;

  TableOptions options_;
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::vector<std::pair<Cells, State>> rows_;
};

}  // namespace structural::scan
