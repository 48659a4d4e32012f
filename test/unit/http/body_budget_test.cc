#include "http/body_budget.h"

#include <optional>

#include <gtest/gtest.h>

namespace structural::http {
namespace body_budget_test {

constexpr std::size_t kUnchargedBytes = BodyBudget::kUnchargedBytes;
constexpr std::size_t kSize = 1'000'000;

using ChargeResult = BodyBudget::ChargeResult;

struct Body {
  Body(BodyBudget& of, bool trusted = false, std::size_t size = kSize) {
    share.emplace(of, BodyBudget::Body{size, trusted}, [this] { ended = true; });
  }

  ChargeResult Charge(std::size_t bytes) { return share->Charge(bytes); }
  // Ends the body's share, which frees its bytes in the budget, as the end of its connection does.
  void End() { share.reset(); }

  bool ended = false;
  std::optional<BodyBudget::Share> share;
};

TEST(BodyBudget, IsSharedByAllBodies) {
  BodyBudget budget(100);
  Body first(budget), second(budget), third(budget);
  EXPECT_EQ(ChargeResult::kYes, first.Charge(kUnchargedBytes + 60));
  EXPECT_EQ(ChargeResult::kYes, second.Charge(kUnchargedBytes + 40));
  EXPECT_EQ(ChargeResult::kYes, third.Charge(kUnchargedBytes)) << "small ones are free";
  EXPECT_EQ(ChargeResult::kNo, first.Charge(kUnchargedBytes + 61)) << "nobody is older";
  EXPECT_EQ(ChargeResult::kYes, first.Charge(kUnchargedBytes + 60)) << "what was charged stays";
  EXPECT_FALSE(first.ended || second.ended || third.ended);
  EXPECT_EQ(ChargeResult::kYes, first.Charge(kUnchargedBytes + 10)) << "a smaller buffer is charged less";
  EXPECT_EQ(ChargeResult::kYes, third.Charge(kUnchargedBytes + 50));
  EXPECT_FALSE(first.ended || second.ended);
}

TEST(BodyBudget, TheOldestBodyEndsForAYoungerOne) {
  BodyBudget budget(100);
  Body first(budget), second(budget), third(budget);
  EXPECT_EQ(ChargeResult::kYes, first.Charge(kUnchargedBytes + 50));
  EXPECT_EQ(ChargeResult::kYes, second.Charge(kUnchargedBytes + 50));
  EXPECT_EQ(ChargeResult::kLater, third.Charge(kUnchargedBytes + 30));
  EXPECT_TRUE(first.ended);
  EXPECT_EQ(ChargeResult::kLater, third.Charge(kUnchargedBytes + 30)) << "the memory is still in use";
  EXPECT_FALSE(second.ended || third.ended) << "one is enough";
  EXPECT_EQ(ChargeResult::kNo, first.Charge(1)) << "it was told to end";
  first.End();
  EXPECT_EQ(ChargeResult::kYes, third.Charge(kUnchargedBytes + 30));
  EXPECT_EQ(ChargeResult::kNo, second.Charge(kUnchargedBytes + 80)) << "a younger one does not end for it";
  EXPECT_FALSE(third.ended);
}

TEST(BodyBudget, ACompleteBodyStays) {
  BodyBudget budget(100);
  Body complete(budget), other(budget);
  EXPECT_EQ(ChargeResult::kYes, complete.Charge(kUnchargedBytes + 60));
  complete.share->MarkComplete();
  EXPECT_EQ(ChargeResult::kNo, other.Charge(kUnchargedBytes + 41));
  EXPECT_FALSE(complete.ended);
}

TEST(BodyBudget, UntrustedBodiesEndForTrustedOnes) {
  BodyBudget budget(100);
  Body known(budget, true), stranger(budget);
  EXPECT_EQ(ChargeResult::kYes, stranger.Charge(kUnchargedBytes + 60));
  EXPECT_EQ(ChargeResult::kLater, known.Charge(kUnchargedBytes + 60)) << "although the stranger is younger";
  EXPECT_TRUE(stranger.ended);
  stranger.End();
  EXPECT_EQ(ChargeResult::kYes, known.Charge(kUnchargedBytes + 60));
  Body next(budget);
  EXPECT_EQ(ChargeResult::kNo, next.Charge(kUnchargedBytes + 60));
  EXPECT_FALSE(known.ended);
  Body young(budget, true);
  EXPECT_EQ(ChargeResult::kLater, young.Charge(kUnchargedBytes + 60));
  EXPECT_TRUE(known.ended);
}

TEST(BodyBudget, LargerOnesEndForSmallerOnes) {
  BodyBudget budget(100);
  Body small(budget, false, kSize), large(budget, false, 2 * kSize);
  EXPECT_EQ(ChargeResult::kYes, small.Charge(kUnchargedBytes + 40));
  EXPECT_EQ(ChargeResult::kYes, large.Charge(kUnchargedBytes + 60));
  EXPECT_EQ(ChargeResult::kLater, small.Charge(kUnchargedBytes + 50)) << "although the larger one is younger";
  EXPECT_TRUE(large.ended && large.share->is_evicted());
  large.End();
  EXPECT_EQ(ChargeResult::kYes, small.Charge(kUnchargedBytes + 50));
  Body next(budget, false, 2 * kSize), last(budget, false, 3 * kSize), other(budget, false, kSize);
  EXPECT_EQ(ChargeResult::kYes, next.Charge(kUnchargedBytes + 20));
  EXPECT_EQ(ChargeResult::kYes, last.Charge(kUnchargedBytes + 30));
  EXPECT_EQ(ChargeResult::kLater, other.Charge(kUnchargedBytes + 30));
  EXPECT_TRUE(last.ended && !next.ended && !small.ended) << "the largest one is enough";
}

TEST(BodyBudget, SlowOnesEndForLargerOnes) {
  BodyBudget::Clock::time_point now{};
  BodyBudget budget(100, [&] { return now; });
  Body slow(budget, false, kSize), large(budget, false, 2 * kSize);
  EXPECT_EQ(ChargeResult::kYes, slow.Charge(kUnchargedBytes + 60));
  EXPECT_EQ(ChargeResult::kNo, large.Charge(kUnchargedBytes + 60));
  now += BodyBudget::kSlowAfter;
  EXPECT_EQ(ChargeResult::kLater, large.Charge(kUnchargedBytes + 60));
  EXPECT_TRUE(slow.ended);
}

TEST(BodyBudget, TheEndGivesTheChargeBack) {
  BodyBudget budget(100);
  for (int i = 0; i < 3; ++i) {
    Body body(budget);
    EXPECT_EQ(ChargeResult::kYes, body.Charge(kUnchargedBytes + 100));
    body.share->MarkComplete();
  }
}

}  // namespace body_budget_test
}  // namespace structural::http
