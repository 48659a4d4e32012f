#include <gtest/gtest.h>

#include "controller/event_recorder.h"

namespace structural::controller {
namespace event_correlator_test {

using namespace std::chrono_literals;

class EventCorrelatorTest : public testing::Test {
 protected:
  EventCorrelatorTest() { event_.regarding = {"v", "k", "", "a", "1"}; }

  std::optional<kube::Event> Add(const std::string& note = "bad") {
    event_.note = note;
    event_.time += std::chrono::seconds(1);
    return correlator_.Add(event_, now_);
  }
  std::vector<kube::Event> After(std::chrono::seconds time) {
    now_ += time;
    return correlator_.Due(now_);
  }

  Clock::Monotonic now_{1h};
  kube::Event event_;
  EventCorrelator correlator_;
};

TEST_F(EventCorrelatorTest, TheSecondEventMakesASeriesAndOthersAreCounted) {
  const auto first = Add();
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->series);
  const auto second = Add();
  ASSERT_TRUE(second);
  EXPECT_EQ(first->time, second->time) << "it is the first one that becomes a series";
  EXPECT_EQ(2, second->series->count);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(Add());
  const auto last = event_.time;
  EXPECT_TRUE(After(EventCorrelator::kQuiet - 1s).empty());
  const auto ended = After(1s);
  ASSERT_EQ(1u, ended.size());
  EXPECT_EQ(7, ended[0].series->count);
  EXPECT_EQ(last, ended[0].series->last_observed);
  EXPECT_EQ(Clock::Monotonic::max(), correlator_.NextDue());
}

TEST_F(EventCorrelatorTest, StartsAgainAfterAQuietTime) {
  Add();
  Add();
  EXPECT_TRUE(After(EventCorrelator::kQuiet).empty()) << "the server knows both";
  EXPECT_FALSE(Add()->series);
}

TEST_F(EventCorrelatorTest, ReportsALongSeriesEveryHalfHour) {
  Add();
  Add();
  int told = 0;
  for (int minute = 1; minute <= 120; ++minute) {
    EXPECT_FALSE(Add());
    told += static_cast<int>(After(60s).size());
  }
  EXPECT_EQ(4, told);
}

TEST_F(EventCorrelatorTest, AnotherNoteObjectOrReasonIsAnotherEvent) {
  Add();
  EXPECT_FALSE(Add("worse")->series);
  event_.reason = "Other";
  EXPECT_FALSE(Add()->series);
  event_.regarding.uid = "2";
  EXPECT_FALSE(Add()->series);
}

TEST_F(EventCorrelatorTest, WritesPendingCountsAtTheEnd) {
  for (int i = 0; i < 3; ++i) Add();
  Add("once");
  const auto rest = correlator_.End();
  ASSERT_EQ(1u, rest.size());
  EXPECT_EQ(3, rest[0].series->count);
  EXPECT_TRUE(correlator_.End().empty());
}

TEST_F(EventCorrelatorTest, KeepsABoundedNumber) {
  for (std::size_t i = 0; i <= EventCorrelator::kMax; ++i) EXPECT_TRUE(Add(std::to_string(i)));
  const auto again = Add(std::to_string(EventCorrelator::kMax));
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->series);
}

}  // namespace event_correlator_test
}  // namespace structural::controller
