// Tests of Events on API servers in memory, with and without events.k8s.io/v1.
#include "kube/event.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::kube {
namespace event_test {

using base::ErrorCode;
using nlohmann::json;

class EventTest : public ::testing::Test {
 protected:
  base::Status Write() { return writer_.Write(event_, {}); }
  // Path returns the path of the last request, Sent returns its body.
  std::string Path() { return server_.requests().back().path; }
  json Sent() { return json::parse(server_.requests().back().body); }

  test::FakeTransport server_;
  Client client_{server_};
  EventWriter writer_{client_};
  Event event_{.regarding = {.api_version = "apiextensions.k8s.io/v1",
                             .kind = "CustomResourceDefinition",
                             .name = "widgets.example.com",
                             .uid = "1-2"},
               .reason = "NonStructuralSchema",
               .action = "SetCondition",
               .note = "must be false",
               .reporting_controller = "structural.example.com/controller",
               .reporting_instance = "pod-1",
               .time = MicroTime(std::chrono::microseconds(1'700'000'000'000'001))};
};

TEST_F(EventTest, IsInTheDefaultNamespaceIfTheObjectHasNone) {
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/apis/events.k8s.io/v1/namespaces/default/events", Path());
  EXPECT_EQ(json({{"apiVersion", "events.k8s.io/v1"},
                  {"kind", "Event"},
                  {"metadata", {{"name", "widgets.example.com.17979cfe362a03e8"}, {"namespace", "default"}}},
                  {"eventTime", "2023-11-14T22:13:20.000001Z"},
                  {"reportingController", "structural.example.com/controller"},
                  {"reportingInstance", "pod-1"},
                  {"action", "SetCondition"},
                  {"reason", "NonStructuralSchema"},
                  {"regarding",
                   {{"apiVersion", "apiextensions.k8s.io/v1"},
                    {"kind", "CustomResourceDefinition"},
                    {"name", "widgets.example.com"},
                    {"uid", "1-2"}}},
                  {"note", "must be false"},
                  {"type", "Normal"}}),
            Sent());
  EXPECT_TRUE(Write().ok()) << "it is there already: the first one got through";
}

TEST_F(EventTest, GoesToTheObjectsNamespace) {
  event_.regarding.namespace_ = "ops";
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/apis/events.k8s.io/v1/namespaces/ops/events", Path());
  EXPECT_EQ("ops", Sent().at("regarding").at("namespace"));
}

TEST_F(EventTest, BecomesACoreEventWhereTheServerHasNoOther) {
  server_.AnswerNext("POST", Response{404, {}, "404 page not found"});
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/api/v1/namespaces/default/events", Path());
  EXPECT_EQ("must be false", Sent().at("message"));
  EXPECT_EQ("widgets.example.com", Sent().at("involvedObject").at("name"));
  EXPECT_EQ("2023-11-14T22:13:20Z", Sent().at("firstTimestamp"));
  EXPECT_EQ(1, Sent().at("count"));
  ASSERT_EQ(2u, server_.requests().size());
  event_.time += std::chrono::microseconds(1);
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/api/v1/namespaces/default/events", Path());
  EXPECT_EQ(3u, server_.requests().size()) << "found out once";
}

TEST_F(EventTest, ASeriesIsWrittenOntoTheFirst) {
  event_.series = EventSeries{.count = 3, .last_observed = event_.time + std::chrono::seconds(2)};
  server_.AnswerNext("PATCH", Response{200, {}, "{}"});
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/apis/events.k8s.io/v1/namespaces/default/events/widgets.example.com.17979cfe362a03e8", Path());
  EXPECT_EQ(json::parse(R"([{"op": "add", "path": "/series", "value":
                {"count": 3, "lastObservedTime": "2023-11-14T22:13:22.000001Z"}}])"),
            Sent());
}

TEST_F(EventTest, ASeriesWhoseFirstIsGoneIsCreated) {
  event_.series = EventSeries{.count = 3, .last_observed = event_.time};
  server_.AnswerNext("PATCH", test::NotFound("widgets.example.com.17979cfe362a03e8"));
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/apis/events.k8s.io/v1/namespaces/default/events", Path());
  EXPECT_EQ(3, Sent().at("series").at("count"));
}

TEST_F(EventTest, ACoreSeriesIsACount) {
  server_.AnswerNext("POST", Response{404, {}, "404 page not found"});
  ASSERT_TRUE(Write().ok());
  event_.series = EventSeries{.count = 2, .last_observed = event_.time + std::chrono::seconds(2)};
  server_.AnswerNext("PATCH", Response{200, {}, "{}"});
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/api/v1/namespaces/default/events/widgets.example.com.17979cfe362a03e8", Path());
  EXPECT_EQ(json::parse(R"([{"op": "add", "path": "/count", "value": 2},
                {"op": "add", "path": "/lastTimestamp", "value": "2023-11-14T22:13:22Z"}])"),
            Sent());
}

TEST_F(EventTest, DistinguishesAMissingNamespaceFromAMissingApi) {
  for (int i = 0; i < 2; ++i) server_.AnswerNext("POST", test::NotFound("default"));
  const base::Status written = Write();
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(ErrorCode::kNotFound, written.error().code());
  ASSERT_TRUE(Write().ok());
  EXPECT_EQ("/apis/events.k8s.io/v1/namespaces/default/events", Path());
}

TEST_F(EventTest, CutsLongTexts) {
  for (int i = 0; i < 600; ++i) event_.note += "é";
  event_.regarding.name = std::string(300, 'n');
  event_.reason = std::string(200, 'r') + "\xff";
  ASSERT_TRUE(Write().ok());
  const std::string note = Sent().at("note");
  EXPECT_LE(note.size(), 1024u);
  EXPECT_TRUE(note.ends_with("é...")) << note;
  EXPECT_EQ(128u, Sent().at("reason").get<std::string>().size());
  EXPECT_EQ(253u, Sent().at("metadata").at("name").get<std::string>().size());
}

TEST_F(EventTest, ARefusalIsAnError) {
  server_.AnswerNext("POST", test::StatusObject(403, "Forbidden", "cannot create events"));
  const base::Status written = Write();
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(ErrorCode::kForbidden, written.error().code());
}

}  // namespace event_test
}  // namespace structural::kube
