#include "controller/write_budget.h"

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"

namespace structural::controller {
namespace {

using std::chrono::minutes;

crd::ObjectMeta Object(std::string_view name = "a", std::int64_t generation = 1,
                       std::string_view uid = "u") {
  return {.name = name, .uid = uid, .resource_version = {}, .generation = generation};
}

class WriteBudgetTest : public testing::Test {
 protected:
  bool MayWrite(const crd::ObjectMeta& object) { return !budget.Check(object); }

  test::FakeClock clock;
  WriteBudget budget{clock, 2, minutes(10)};
};

TEST_F(WriteBudgetTest, AllowsSoManyInAnyWindow) {
  budget.Spend(Object());
  clock.Advance(minutes(4));
  EXPECT_TRUE(MayWrite(Object()));
  budget.Spend(Object());
  const auto refusal = budget.Check(Object());
  ASSERT_TRUE(refusal);
  EXPECT_EQ(minutes(6), refusal->until - clock.Now());
  clock.Advance(minutes(6));
  EXPECT_TRUE(MayWrite(Object()));
  budget.Spend(Object());
  EXPECT_EQ(minutes(4), budget.Check(Object())->until - clock.Now()) << "the second has yet to go";
}

TEST_F(WriteBudgetTest, ChecksCostNothing) {
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(MayWrite(Object()));
  EXPECT_EQ(0u, budget.size());
}

TEST_F(WriteBudgetTest, SaysOnceThatItIsUsedUp) {
  budget.Spend(Object());
  budget.Spend(Object());
  EXPECT_TRUE(budget.Check(Object())->first);
  EXPECT_FALSE(budget.Check(Object())->first);
  clock.Advance(minutes(10));
  budget.Spend(Object());
  budget.Spend(Object());
  EXPECT_TRUE(budget.Check(Object())->first);
}

TEST_F(WriteBudgetTest, AnotherGenerationOrObjectHasItsOwn) {
  budget.Spend(Object());
  budget.Spend(Object());
  EXPECT_FALSE(MayWrite(Object()));
  EXPECT_TRUE(MayWrite(Object("b")));
  EXPECT_TRUE(MayWrite(Object("a", 2)));
  budget.Spend(Object("a", 2));
  budget.Spend(Object("a", 2));
  EXPECT_FALSE(MayWrite(Object("a", 2)));
  EXPECT_TRUE(MayWrite(Object("a", 2, "recreated")));
}

TEST_F(WriteBudgetTest, ForgetsWhatIsLongPast) {
  const std::vector<std::string> names = {"a", "b", "c", "d"};
  for (const auto& name : names) budget.Spend(Object(name));
  EXPECT_EQ(4u, budget.size());
  clock.Advance(minutes(11));
  budget.Spend(Object("e"));
  EXPECT_EQ(1u, budget.size());
  budget.Forget("e");
  EXPECT_EQ(0u, budget.size());
}

}  // namespace
}  // namespace structural::controller
