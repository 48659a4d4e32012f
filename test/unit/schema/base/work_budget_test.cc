#include "schema/base/work_budget.h"

#include <gtest/gtest.h>

namespace structural::base {
namespace work_budget_test {

TEST(WorkBudget, IsExhaustedWithItsLastUnit) {
  WorkBudget budget(3);
  EXPECT_TRUE(budget.Spend(2));
  EXPECT_EQ(1, budget.left());
  EXPECT_FALSE(budget.exhausted());
  EXPECT_FALSE(budget.Spend());
  EXPECT_TRUE(budget.exhausted());
}

TEST(WorkBudget, StaysExhausted) {
  WorkBudget budget(3);
  EXPECT_FALSE(budget.Spend(SIZE_MAX / 2));
  EXPECT_FALSE(budget.Spend(0));
  EXPECT_EQ(0, budget.left());
}

TEST(WorkBudget, TextsCostByTheirBytes) {
  WorkBudget budget(1'000);
  EXPECT_TRUE(budget.SpendBytes(0));
  EXPECT_EQ(999, budget.left());
  EXPECT_FALSE(budget.SpendBytes(16'000));
}

}  // namespace work_budget_test
}  // namespace structural::base
