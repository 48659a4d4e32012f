#include "controller/event_recorder.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"
#include "test/support/manual_clock.h"

namespace structural::controller {

namespace event_recorder_test {

using nlohmann::json;

class EventRecorderTest : public testing::Test {
 protected:
  EventRecorderTest() {
    crd_.metadata.name = "a.example.com";
    crd_.metadata.uid = "u";
    verdict_.condition = crd::Condition{"True", "Violations", "spec: bad"};
    recorder_ = std::make_unique<EventRecorder>(client_, clock_, "pod-1");
  }

  void Write(Change change) { recorder_->OnWritten(PlannedWrite(crd_, verdict_, {change, ""})); }

  // Stops the recorder, which first writes its waiting events. Returns the events that the server received.
  std::vector<json> Events() {
    recorder_.reset();
    std::vector<json> events;
    for (const kube::Request& request : server_.requests()) {
      if (request.method == "POST") events.push_back(json::parse(request.body));
    }
    return events;
  }

  test::FakeTransport server_;
  test::ManualClock clock_;
  kube::Client client_{server_};
  crd::CustomResourceDefinition crd_;
  crd::EvaluationResult verdict_;
  std::unique_ptr<EventRecorder> recorder_;
};

TEST_F(EventRecorderTest, RecordsSetAndResolvedConditions) {
  Write(Change::kAdded);
  Write(Change::kRemoved);
  const auto events = Events();
  ASSERT_EQ(2u, events.size());
  EXPECT_EQ("NonStructuralSchema", events[0]["reason"]);
  EXPECT_EQ("Warning", events[0]["type"]);
  EXPECT_EQ("spec: bad", events[0]["note"]);
  EXPECT_EQ("a.example.com", events[0]["regarding"]["name"]);
  EXPECT_EQ("u", events[0]["regarding"]["uid"]);
  EXPECT_EQ("default", events[0]["metadata"]["namespace"]);
  EXPECT_EQ("pod-1", events[0]["reportingInstance"]);
  EXPECT_EQ("NonStructuralSchemaResolved", events[1]["reason"]);
  EXPECT_EQ("Normal", events[1]["type"]);
}

TEST_F(EventRecorderTest, RecordsNoRepairDuringCleanup) {
  recorder_ = std::make_unique<EventRecorder>(client_, clock_, "pod-1", EventRecorder::Removal::kCleanup);
  Write(Change::kRemoved);
  const auto events = Events();
  ASSERT_EQ(1u, events.size());
  EXPECT_EQ("NonStructuralSchemaRemoved", events[0]["reason"]);
  EXPECT_EQ(std::string::npos, events[0]["note"].get<std::string>().find("are structural"));
}

TEST_F(EventRecorderTest, RecordsAContendedCondition) {
  recorder_->OnBackedOff(PlannedWrite(crd_, verdict_, {Change::kAdded, ""}), std::chrono::milliseconds(61'500));
  const auto events = Events();
  ASSERT_EQ(1u, events.size());
  EXPECT_EQ("ConditionContended", events[0]["reason"]);
  EXPECT_NE(std::string::npos, events[0]["note"].get<std::string>().find("next write in 62 s"));
}

// Each event has a different message, so that the recorder does not combine the events, but must limit their number.
TEST_F(EventRecorderTest, LimitsTheEventsOfAnObject) {
  const auto say = [this](int n) {
    verdict_.condition->message = "spec: bad " + std::to_string(n);
    Write(Change::kChanged);
  };
  for (int i = 0; i < 100; ++i) say(i);
  clock_.Advance(EventRecorder::kTokenInterval);
  for (int i = 100; i < 200; ++i) say(i);
  crd_.metadata.name = "b.example.com";
  say(0);
  EXPECT_EQ(static_cast<std::size_t>(EventRecorder::kMaxBurst + 1 + 1), Events().size());
}

TEST_F(EventRecorderTest, RepeatedEventsBecomeASeries) {
  for (int i = 0; i < 10; ++i) Write(Change::kAdded);
  EXPECT_EQ(1u, Events().size());
  const auto requests = server_.requests();
  ASSERT_EQ(3u, requests.size()) << "created, made a series, and counted on at the end";
  EXPECT_EQ("PATCH", requests[2].method);
  EXPECT_EQ(10, json::parse(requests[2].body)[0]["value"]["count"]);
}

TEST_F(EventRecorderTest, ARefusingServerDoesNotBlock) {
  for (int i = 0; i < 3; ++i) server_.AnswerNext("POST", kube::Response{422, {}, "{}"});
  for (const char* message : {"a", "b", "c"}) {
    verdict_.condition->message = message;
    Write(Change::kAdded);
  }
  EXPECT_EQ(3u, Events().size());
}

TEST_F(EventRecorderTest, WaitsBeforeItTriesAServerWithoutEventsAgain) {
  for (int i = 0; i < 2; ++i) server_.AnswerNext("POST", test::NotFound("page"));
  for (const char* message : {"a", "b", "c"}) {
    verdict_.condition->message = message;
    Write(Change::kAdded);
  }
  EXPECT_EQ(2u, Events().size()) << "the first one, to both APIs";
}

TEST_F(EventRecorderTest, LogsAMissingRightOnce) {
  server_.AnswerNext("POST", kube::Response{403, {}, "{}"});
  for (const char* message : {"a", "b", "c"}) {
    verdict_.condition->message = message;
    Write(Change::kAdded);
  }
  EXPECT_EQ(1u, Events().size());
}

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
    return correlator_.TakeDue(now_);
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
  EXPECT_TRUE(After(EventCorrelator::kSeriesTimeout - 1s).empty());
  const auto ended = After(1s);
  ASSERT_EQ(1u, ended.size());
  EXPECT_EQ(7, ended[0].series->count);
  EXPECT_EQ(last, ended[0].series->last_observed);
  EXPECT_EQ(Clock::Monotonic::max(), correlator_.NextDue());
}

TEST_F(EventCorrelatorTest, StartsAgainAfterAQuietTime) {
  Add();
  Add();
  EXPECT_TRUE(After(EventCorrelator::kSeriesTimeout).empty()) << "the server knows both";
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
  const auto rest = correlator_.TakeUnwritten();
  ASSERT_EQ(1u, rest.size());
  EXPECT_EQ(3, rest[0].series->count);
  EXPECT_TRUE(correlator_.TakeUnwritten().empty());
}

TEST_F(EventCorrelatorTest, KeepsABoundedNumber) {
  for (std::size_t i = 0; i <= EventCorrelator::kMaxEvents; ++i) EXPECT_TRUE(Add(std::to_string(i)));
  const auto again = Add(std::to_string(EventCorrelator::kMaxEvents));
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->series);
}

}  // namespace event_recorder_test

}  // namespace structural::controller
