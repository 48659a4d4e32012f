// Totals: a scan in numbers.
#pragma once

#include <cstddef>
#include <string>

#include "cli/scan/row.h"

namespace structural::scan {

struct Totals {
  std::size_t crds = 0;
  std::size_t structural = 0;
  std::size_t non_structural = 0;
  std::size_t structural_error = 0;
  std::size_t unreadable = 0;
  std::size_t violations = 0;
  std::size_t disagreeing = 0;  // whose condition is not what it should be
  std::size_t losing = 0;       // that would lose fields if pruning were switched on

  void Count(const Row& row);
};

// "3 CRDs: 1 structural, 2 non-structural with 5 violations; the condition of 1 is not as it should
// be; …".
std::string Sentence(const Totals& totals);

}  // namespace structural::scan
