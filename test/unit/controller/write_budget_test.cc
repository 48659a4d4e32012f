#include "controller/write_budget.h"

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"

namespace structural::controller {
namespace write_budget_test {

using std::chrono::minutes;

crd::ObjectMeta Object(std::string_view name = "a", std::int64_t generation = 1, std::string_view uid = "u") {
  return {.name = name, .uid = uid, .resource_version = {}, .generation = generation};
}

class WriteBudgetTest : public testing::Test {
 protected:
  bool MayWrite(const crd::ObjectMeta& object) { return !budget.Check(object); }
  // Counts a write of this object. Each call uses a new resourceVersion, since the budget counts only one write per
  // resourceVersion.
  void RecordWrite(crd::ObjectMeta object) {
    const std::string version = std::to_string(++version_);
    object.resource_version = version;
    budget.RecordWrite(object);
  }

  test::FakeClock clock;
  WriteBudget budget{clock, 2, minutes(10)};
  int version_ = 0;
};

TEST_F(WriteBudgetTest, LimitsWritesInAnyWindow) {
  RecordWrite(Object());
  clock.Advance(minutes(4));
  EXPECT_TRUE(MayWrite(Object()));
  RecordWrite(Object());
  const auto refusal = budget.Check(Object());
  ASSERT_TRUE(refusal);
  EXPECT_EQ(minutes(6), refusal->until - clock.Now());
  clock.Advance(minutes(6));
  EXPECT_TRUE(MayWrite(Object()));
  RecordWrite(Object());
  EXPECT_EQ(minutes(4), budget.Check(Object())->until - clock.Now()) << "the second has yet to go";
}

TEST_F(WriteBudgetTest, ChecksCostNothing) {
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(MayWrite(Object()));
  EXPECT_EQ(0u, budget.size());
}

TEST_F(WriteBudgetTest, ReportsOnceThatItIsExhausted) {
  RecordWrite(Object());
  RecordWrite(Object());
  EXPECT_TRUE(budget.Check(Object())->is_first);
  EXPECT_FALSE(budget.Check(Object())->is_first);
  clock.Advance(minutes(10));
  RecordWrite(Object());
  RecordWrite(Object());
  EXPECT_TRUE(budget.Check(Object())->is_first);
}

TEST_F(WriteBudgetTest, CountsWritesOfOneResourceVersionOnce) {
  crd::ObjectMeta object = Object();
  object.resource_version = "7";
  for (int i = 0; i < 9; ++i) {
    EXPECT_TRUE(MayWrite(object));
    clock.Advance(minutes(1));
    budget.RecordWrite(object);
  }
  object.resource_version = "8";
  EXPECT_TRUE(MayWrite(object));
  budget.RecordWrite(object);
  const auto refusal = budget.Check(object);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(minutes(10), refusal->until - clock.Now()) << "the last of the first nine counts";
}

TEST_F(WriteBudgetTest, AnotherGenerationOrObjectHasItsOwn) {
  RecordWrite(Object());
  RecordWrite(Object());
  EXPECT_FALSE(MayWrite(Object()));
  EXPECT_TRUE(MayWrite(Object("b")));
  EXPECT_TRUE(MayWrite(Object("a", 2)));
  RecordWrite(Object("a", 2));
  RecordWrite(Object("a", 2));
  EXPECT_FALSE(MayWrite(Object("a", 2)));
  EXPECT_TRUE(MayWrite(Object("a", 2, "recreated")));
}

TEST_F(WriteBudgetTest, ForgetsOldWrites) {
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  for (const auto& name : names) RecordWrite(Object(name));
  EXPECT_EQ(4u, budget.size());
  clock.Advance(minutes(11));
  RecordWrite(Object("e"));
  EXPECT_EQ(1u, budget.size());
  budget.Forget("e");
  EXPECT_EQ(0u, budget.size());
}

}  // namespace write_budget_test
}  // namespace structural::controller
