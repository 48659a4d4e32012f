// Table: cells in columns, separated by three spaces, as kubectl prints them.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cluster/scan/reporter.h"
#include "cli/cluster/scan/row.h"

namespace structural::scan {

// The columns of the table, and of CSV.
enum class Column {
  kContext,
  kName,
  kVersions,
  kState,
  kViolations,
  kSince,  // age of the last change of the server's condition
  kTime,   // time of the last change of the server's condition
  kCondition,
  kPruning,
  kRecreation,
  kRules,
};

// Returns a header such as "STATE".
std::string_view Header(Column column);

// Returns the cell's text without control characters; "-" if it is empty.
std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now);

// Returns a text like "45s", "4m10s", "3h20m", "12d" or "2y30d".
// Upstream: util/duration/duration.go HumanDuration (apimachinery 0.37)
std::string HumanDuration(std::chrono::seconds duration);

// Returns the age of a metav1.Time; "-" for other texts.
std::string Age(std::string_view time, std::chrono::system_clock::time_point now);

class Table {
 public:
  explicit Table(const TableOptions& options);

  void Add(const Row& row);

  // Shortens names, down to 20 characters, so that lines fit into `columns` columns.
  void Fit(std::size_t columns);

  // HeaderLine and Lines return lines with newlines. The widths of the columns are those of all rows so far, and of the
  // headers.
  std::string HeaderLine() const;
  std::string Lines() const;
  // Returns the line of a row with the same widths. The row need not be in the table.
  std::string Line(const Row& row) const;

  // Sets the current time, from which the ages in further lines are computed.
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
