// Tests that the table in reconciler.h and the files in cases/reconcile and cases/decide have the same row names.
#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "test/support/cases.h"

namespace structural::test {
namespace contract_test {

std::set<std::string> RowsOfTheTable() {
  std::ifstream header("../controller/reconciler.h");
  const std::regex row("//   ([a-z][0-9]+) +[a-z0-9].*");
  std::set<std::string> rows;
  std::smatch match;
  for (std::string line; std::getline(header, line);) {
    if (std::regex_match(line, match, row)) rows.insert(match[1]);
  }
  return rows;
}

TEST(Contract, EveryRowHasACaseAndEveryCaseARow) {
  std::set<std::string> rows;
  for (const char* folder : {"decide", "reconcile"}) {
    for (const Case& c : LoadCases(folder)) rows.insert(c.data.at("row").get<std::string>());
  }
  const std::set<std::string> table = RowsOfTheTable();
  EXPECT_LT(25u, table.size());
  EXPECT_EQ(table, rows);
}

}  // namespace contract_test
}  // namespace structural::test
