// Table: rows of text, whose columns are separated by three spaces like those of kubectl get.
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

// The columns of the table and of CSV.
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

// Returns the column's header, such as "STATE".
std::string_view Header(Column column);

// Returns the cell's text without control characters; "-" if it is empty.
std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now);

// Returns the duration as kubectl prints ages: "45s", "4m10s", "3h20m", "12d" or "2y30d".
// Upstream: util/duration/duration.go HumanDuration (apimachinery 0.37)
std::string HumanDuration(std::chrono::seconds duration);

// Returns the time since `time`, a metav1.Time, as HumanDuration prints it; "-" for any other text.
std::string Age(std::string_view time, std::chrono::system_clock::time_point now);

class Table {
 public:
  explicit Table(const TableOptions& options);

  void Add(const Row& row);

  // Shortens names, to at least 20 characters, until all lines fit into `columns` columns of a terminal.
  void Fit(std::size_t columns);

  // HeaderLine and Lines return lines with newlines. Each column is as wide as its header and as its longest cell in
  // the rows that were added so far.
  std::string HeaderLine() const;
  std::string Lines() const;
  // Returns the line of a row, with the widths of the table's columns. The row can be one that is not in the table.
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
