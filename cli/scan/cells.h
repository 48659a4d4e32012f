// The columns of the table, and of CSV.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "cli/scan/row.h"

namespace structural::scan {

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
  kRules,
};

// "STATE".
std::string_view Header(Column column);

// Without control characters; "-" where there is nothing to say.
std::string Cell(Column column, const Row& row, std::chrono::system_clock::time_point now);

}  // namespace structural::scan
