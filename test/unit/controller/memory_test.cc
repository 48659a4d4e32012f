#include "controller/memory.h"

#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "schema/base/proto_object.h"
#include "test/support/fake_clock.h"

namespace structural::controller {

namespace memory_test {

TEST(HeapTrimmer, TrimsAtOnceAndThenNotTooOften) {
  test::FakeClock clock;
  HeapTrimmer trimmer(clock);
  EXPECT_TRUE(trimmer.TrimIfDue());
  EXPECT_FALSE(trimmer.TrimIfDue());
  clock.Advance(HeapTrimmer::kMinInterval);
  EXPECT_TRUE(trimmer.TrimIfDue());
}

std::string Schemas(std::size_t count) {
  std::string text = "{\"anyOf\":[";
  for (std::size_t i = 0; i < count; ++i) text += "{},";
  return text;
}

TEST(EvaluationBudget, OrdinaryTextsPass) {
  EXPECT_EQ(0u, EvaluationBudget::EstimateCost(std::string(32 << 10, '{')));
  // A long text without brackets, for example of a CRD with a long description.
  const std::string large = std::string(1 << 20, 'x');
  EXPECT_EQ(large.size(), EvaluationBudget::EstimateCost(large));
}

TEST(EvaluationBudget, EachPartCountsAtAnyPlace) {
  std::string text((32 << 10) + 7, 'x');
  std::size_t cost = text.size();
  for (std::size_t at = 0; at < text.size(); at += 1 + at % 5) {
    text[at] = at % 2 == 0 ? '{' : ',';
    cost += at % 2 == 0 ? 256 : 40;
  }
  EXPECT_EQ(cost, EvaluationBudget::EstimateCost(text));
  // This text has more brackets than a counter of one byte can hold, and its length is not a multiple of 16 bytes.
  const std::string full((1 << 20) + 15, '{');
  EXPECT_EQ(full.size() * 257, EvaluationBudget::EstimateCost(full));
}

TEST(EvaluationBudget, SchemasOfSmallPartsCostManyTimesTheirText) {
  const EvaluationBudget budget;
  EXPECT_TRUE(budget.Fits(EvaluationBudget::EstimateCost(Schemas(80'000))));
  EXPECT_FALSE(budget.Fits(EvaluationBudget::EstimateCost(Schemas(90'000))));
}

TEST(EvaluationBudget, AMultipleOfATextInProtobufIsReserved) {
  const std::string head(base::kProtoMagic);
  EXPECT_EQ(0u, EvaluationBudget::EstimateCost(head + std::string(1000, 'x')));
  const std::string large = head + std::string(40'000, 'x');
  EXPECT_EQ(8 * large.size(), EvaluationBudget::EstimateCost(large));
  EXPECT_EQ(large.size(), EvaluationBudget::CountCost(large));
  EXPECT_EQ(EvaluationBudget::EstimateCost(Schemas(20'000)), EvaluationBudget::CountCost(Schemas(20'000)));
}

TEST(EvaluationBudget, LargeCrdsWaitForEachOther) {
  EvaluationBudget budget(10);
  auto first = budget.Reserve(7, {});
  const auto small = budget.Reserve(3, {});
  bool taken = false;
  std::jthread other([&] {
    const auto second = budget.Reserve(6, {});
    taken = second != nullptr;
  });
  first->Shrink(1);
  other.join();
  EXPECT_TRUE(taken);
  first->Shrink(5);  // has no effect, because the reservation is already smaller than 5
  EXPECT_NE(nullptr, budget.Reserve(6, {}));
}

TEST(EvaluationBudget, AWaitEndsWhenStopped) {
  EvaluationBudget budget(10);
  const auto all = budget.Reserve(10, {});
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(nullptr, budget.Reserve(1, stop.get_token()));
}

}  // namespace memory_test

}  // namespace structural::controller
