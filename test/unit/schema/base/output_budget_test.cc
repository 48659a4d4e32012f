#include "schema/base/output_budget.h"

#include <string>

#include <gtest/gtest.h>

namespace structural::base {
namespace output_budget_test {

constexpr std::size_t kMiB = std::size_t{1} << 20;

TEST(OutputBudget, EndsWithTheFirstTextThatDoesNotFit) {
  OutputBudget budget;
  EXPECT_TRUE(budget.Spend(OutputBudget::kMaxKeptBytes));
  EXPECT_FALSE(budget.exhausted());
  EXPECT_FALSE(budget.Spend(1));
  EXPECT_TRUE(budget.exhausted());
  EXPECT_FALSE(budget.Spend(0));
}

TEST(OutputBudget, ReturnedBytesCanBeUsedAgainUpToABound) {
  OutputBudget budget;
  std::size_t made = 0;
  for (; budget.Spend(kMiB); made += kMiB) budget.Refund(kMiB);
  EXPECT_EQ(OutputBudget::kMaxCreatedBytes, made);
}

TEST(TextList, EndsWithANoteWhenCut) {
  TextList list;
  int added = 0;
  for (; !list.full(); ++added) list.Add(std::string(kMiB, 'x'));
  const auto texts = std::move(list).Take();
  EXPECT_EQ(9, added);
  ASSERT_EQ(9u, texts.size());
  EXPECT_EQ(kTruncated, texts.back());
}

TEST(TextList, SharesTheBudgetOfAnotherList) {
  TextList other;
  while (!other.full()) other.Add(std::string(kMiB, 'b'));
  TextList list;
  list.Add("a");
  list.Append(std::move(other).Take());
  list.Add("c");
  const auto texts = std::move(list).TakeSorted();
  EXPECT_EQ("a", texts.front());
  EXPECT_EQ(kTruncated, texts.back());
  EXPECT_EQ(9u, texts.size());
}

TEST(TextList, AFewTextsAreNotCut) {
  TextList list;
  list.Append({"b", "a"});
  EXPECT_EQ((std::vector<std::string>{"a", "b"}), std::move(list).TakeSorted());
}

TEST(CheckDocumentSize, AllowsMoreForLargerInput) {
  EXPECT_TRUE(CheckDocumentSize("it", MaxDocumentBytes(0), 0).ok());
  const Status status = CheckDocumentSize("the answer", MaxDocumentBytes(0) + 1, 0);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, status.error().code());
  EXPECT_TRUE(CheckDocumentSize("it", MaxDocumentBytes(0) + 1, 1).ok());
}

}  // namespace output_budget_test
}  // namespace structural::base
