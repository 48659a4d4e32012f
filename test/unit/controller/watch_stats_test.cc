#include "controller/watch_stats.h"

#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "controller/state_metrics.h"
#include "test/support/fake_clock.h"

namespace structural::controller {
namespace watch_stats_test {

using std::chrono::seconds;

class WatchStatsTest : public testing::Test {
 protected:
  // Returns the value of each series. The key is "name", or "name/label" if the series has a label. A summary has the
  // two keys "name_sum" and "name_count".
  std::map<std::string, double> Values() const {
    std::map<std::string, double> values;
    for (const auto& family : WatchFamilies(stats_)) {
      for (const auto& metric : family.metric) {
        const bool is_reason = !metric.label.empty() && metric.label[0].name == "reason";
        const std::string name = family.name + (is_reason ? "/" + metric.label[0].value : "");
        values[name] = metric.counter.value + metric.gauge.value;
        values[name + "_sum"] = metric.summary.sample_sum;
        values[name + "_count"] = static_cast<double>(metric.summary.sample_count);
      }
    }
    return values;
  }

  test::FakeClock clock_;
  WatchStats stats_{clock_};
};

TEST_F(WatchStatsTest, MeasureTheTimeWithoutAWatch) {
  clock_.Advance(seconds(5));
  EXPECT_EQ(seconds(5), stats_.TimeWithoutWatch()) << "since the start";
  stats_.OnListed(clock_.Now(), 3, "10");
  EXPECT_EQ(seconds(0), stats_.TimeWithoutWatch());
  const auto begun = clock_.Now();
  stats_.OnOpened();
  clock_.Advance(seconds(600));
  EXPECT_EQ(seconds(0), stats_.TimeWithoutWatch()) << "a silent watch is one";
  EXPECT_EQ(seconds(600), stats_.WatchAge());
  stats_.OnEnded(begun, 0, WatchStats::End::kClosed);
  clock_.Advance(seconds(7));
  stats_.OnEnded(clock_.Now(), 0, WatchStats::End::kBroken);
  EXPECT_EQ(seconds(7), stats_.TimeWithoutWatch()) << "one that was not opened does not count";
  EXPECT_EQ(seconds(0), stats_.WatchAge());
}

TEST_F(WatchStatsTest, CountAsClientGoDoes) {
  auto begun = clock_.Now();
  clock_.Advance(seconds(2));
  stats_.OnListed(begun, 200, "41");
  begun = clock_.Now();
  stats_.OnOpened();
  stats_.OnEvent("42");
  clock_.Advance(seconds(300));
  stats_.OnEnded(begun, 1, WatchStats::End::kBroken);
  begun = clock_.Now();
  stats_.OnOpened();
  stats_.OnEnded(begun, 0, WatchStats::End::kClosed);
  stats_.OnOpened();
  clock_.Advance(seconds(4));
  auto values = Values();
  EXPECT_EQ(1, values["reflector_lists_total"]);
  EXPECT_EQ(2, values["reflector_list_duration_seconds_sum"]);
  EXPECT_EQ(200, values["reflector_items_per_list_sum"]);
  EXPECT_EQ(3, values["reflector_watches_total"]);
  EXPECT_EQ(1, values["reflector_short_watches_total"]);
  EXPECT_EQ(2, values["reflector_watch_duration_seconds_count"]);
  EXPECT_EQ(300, values["reflector_watch_duration_seconds_sum"]);
  EXPECT_EQ(1, values["reflector_items_per_watch_sum"]);
  EXPECT_EQ(42, values["reflector_last_resource_version"]);
  EXPECT_EQ(1, values["structural_watch_ends_total/closed"]);
  EXPECT_EQ(1, values["structural_watch_ends_total/broken"]);
  EXPECT_EQ(0, values["structural_watch_ends_total/expired"]);
  EXPECT_EQ(0, values["structural_watch_ends_total/error"]);
  EXPECT_EQ(4, values["structural_watch_age_seconds"]);
  const auto last = std::chrono::duration<double>((clock_.WallNow() - seconds(304)).time_since_epoch());
  EXPECT_EQ(last.count(), values["structural_watch_last_event_timestamp_seconds"]);
}

}  // namespace watch_stats_test
}  // namespace structural::controller
