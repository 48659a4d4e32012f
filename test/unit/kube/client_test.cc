#include "kube/client.h"

#include <thread>

#include "client_fixture.h"
#include "kube/transport/api_error.h"

namespace structural::kube {
namespace client_test {

using base::ErrorCode;
using nlohmann::json;
using test::FakeTransport;

TEST_F(ClientTest, DoesNotRepeatARequestThatIsStillRunning) {
  server_.AnswerNext("GET", Response{504, {{"Retry-After", "1"}}, R"({"kind":"Status","code":504,
      "reason":"Timeout","message":"Timeout: Too large resource version: 9, current: 1",
      "details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],
                 "retryAfterSeconds":1}})"});
  const auto names = ListNames({.resource_version = "9"});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kVersionTooLarge, names.error().code());
  EXPECT_TRUE(waits_.empty());
}

TEST_F(ClientTest, LimitsTheRateOfRequests) {
  server_.Put(Widget("a"), "{}");
  Client client(server_, {.qps = 0.001, .burst = 2, .sleep = [this](auto wait, std::stop_token) {
                            waits_.push_back(wait);
                            return waits_.size() < 2;
                          }});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.Get(Widget("a"), {}).ok());
  ASSERT_EQ(1u, waits_.size());
  EXPECT_GT(waits_[0], std::chrono::seconds(900));
  EXPECT_EQ(ErrorCode::kCancelled, client.Get(Widget("a"), {}).error().code());
  EXPECT_EQ(3u, server_.requests().size());
}

TEST_F(ClientTest, ErrorsCarryTheCallAndTheServersMessage) {
  const auto got = client_.JsonPatch(Widget("nope") + "/status", "[]", {});
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(ErrorCode::kNotFound, got.error().code());
  EXPECT_EQ(
      "PATCH /apis/example.com/v1/widgets/nope/status: 404 NotFound: "
      "\"/apis/example.com/v1/widgets/nope\" not found",
      got.error().message());
}

TEST_F(ClientTest, WritesReturnTheNewObject) {
  const auto made = client_.Create(kWidgets, R"({"metadata":{"name":"a"}})", {});
  ASSERT_TRUE(made.ok()) << made.error().message();
  EXPECT_EQ(ErrorCode::kConflict, client_.Create(kWidgets, R"({"metadata":{"name":"a"}})", {}).error().code());
  const auto patched =
      client_.JsonPatch(Widget("a") + "/status", R"([{"op":"add","path":"/status","value":{"x":1}}])", {});
  ASSERT_TRUE(patched.ok()) << patched.error().message();
  EXPECT_EQ(1, json::parse(*patched)["status"]["x"]);
  EXPECT_EQ(ErrorCode::kConflict, client_.Replace(Widget("a"), *made, {}).error().code());
  EXPECT_TRUE(client_.Replace(Widget("a"), *patched, {}).ok());
  EXPECT_EQ(ErrorCode::kUnprocessable,
            client_.JsonPatch(Widget("a"), R"([{"op":"test","path":"/status/x","value":2}])", {}).error().code());
  EXPECT_TRUE(client_.Delete(Widget("a"), {}).ok());
  EXPECT_EQ(ErrorCode::kNotFound, client_.Delete(Widget("a"), {}).error().code());
}

TEST_F(ClientTest, RequestsOnlyMetadataIfThatIsEnough) {
  server_.Put(Widget("a"), "{}");
  ASSERT_TRUE(client_.JsonPatch(Widget("a"), "[]", {}).ok());
  EXPECT_EQ("application/json", server_.requests().back().accept);
  ASSERT_TRUE(client_.JsonPatch(Widget("a"), "[]", {}, {.answer = Client::WriteAnswer::kMetadata}).ok());
  EXPECT_EQ("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
            server_.requests().back().accept);
}

TEST_F(ClientTest, WaitsAsRetryAfterSays) {
  server_.Put(Widget("a"), "{}");
  server_.AnswerNext("GET", Response{429, {{"retry-after", "3"}}, ""});
  server_.AnswerNext("GET", Response{503, {{"Retry-After", "3000"}}, ""});
  EXPECT_TRUE(client_.Get(Widget("a"), {}).ok());
  EXPECT_EQ((std::vector<std::chrono::milliseconds>{std::chrono::seconds(3), std::chrono::seconds(60)}), waits_);
}

TEST_F(ClientTest, EndsAfterTheLastAttempt) {
  for (int i = 0; i < 11; ++i) server_.AnswerNext("GET", Response{429, {{"Retry-After", "1"}}, ""});
  const auto refused = client_.Get(Widget("a"), {});
  EXPECT_EQ(ErrorCode::kTooManyRequests, refused.error().code());
  EXPECT_EQ(std::chrono::seconds(1), refused.error().retry_after());
  EXPECT_EQ(10u, waits_.size());
  server_.AnswerNext("GET", Response{500, {}, "<html>\nproxy\x01</html>"});
  EXPECT_EQ("GET " + Widget("a") + ": 500: internal server error: <html> proxy </html>",
            client_.Get(Widget("a"), {}).error().message());
}

TEST_F(ClientTest, WaitsNoLongerThanItMay) {
  Client client(server_, {.max_retry_wait = std::chrono::seconds(60), .sleep = [this](auto wait, std::stop_token) {
                            waits_.push_back(wait);
                            return true;
                          }});
  for (int i = 0; i < 3; ++i) server_.AnswerNext("GET", Response{429, {{"Retry-After", "25"}}, ""});
  EXPECT_EQ(ErrorCode::kTooManyRequests, client.Get(Widget("a"), {}).error().code());
  EXPECT_EQ(2u, waits_.size());
}

using Type = WatchEvent::Type;

TEST_F(ClientTest, WatchSeesEventsUntilTheServerEndsIt) {
  server_.Put(Widget("a"), R"({"spec":1})");
  std::vector<std::pair<Type, std::string>> seen;
  std::thread world([this] {
    server_.WaitForWatches(1);
    server_.Put(Widget("a"), R"({"spec":2})");
    server_.Remove(Widget("a"));
    server_.SendBookmark();
    server_.WaitForWatches(1);
    server_.EndWatches();
  });
  const auto on_event = [&](const WatchEvent& event) {
    seen.emplace_back(event.type, json::parse(event.object)["metadata"]["resourceVersion"]);
    return true;
  };
  const base::Status end = client_.Watch(kWidgets, {.resource_version = "101", .timeout_seconds = 400}, on_event, {});
  world.join();
  EXPECT_TRUE(end.ok());
  EXPECT_EQ((std::vector<std::pair<Type, std::string>>{
                {Type::kModified, "102"}, {Type::kDeleted, "103"}, {Type::kBookmark, "104"}}),
            seen);
  EXPECT_EQ(std::string(kWidgets) + "?watch=true&timeoutSeconds=400&resourceVersion=101&allowWatchBookmarks=true",
            server_.requests()[0].path);
}

TEST_F(ClientTest, WatchListStartsWithThePresentState) {
  server_.Put(Widget("a"), "{}");
  server_.Put(Widget("b"), "{}");
  std::vector<Type> seen;
  const auto on_event = [&](const WatchEvent& event) {
    seen.push_back(event.type);
    return event.object.find("k8s.io/initial-events-end") == std::string_view::npos;
  };
  EXPECT_TRUE(client_.Watch(kWidgets, {.send_initial_events = true}, on_event, {}).ok());
  EXPECT_EQ((std::vector<Type>{Type::kAdded, Type::kAdded, Type::kBookmark}), seen);
}

TEST_F(ClientTest, AnOldVersionIsGoneBothWays) {
  const auto never = [](const WatchEvent&) {
    ADD_FAILURE();
    return true;
  };
  server_.Compact();
  const base::Status event = client_.Watch(kWidgets, {.resource_version = "1"}, never, {});
  ASSERT_FALSE(event.ok());
  EXPECT_EQ(ErrorCode::kGone, event.error().code());
  server_.StreamNext({}, ErrorFromResponse({410, {}, ""}));
  const base::Status line = client_.Watch(kWidgets, {.resource_version = "1"}, never, {});
  EXPECT_EQ(ErrorCode::kGone, line.error().code());
  EXPECT_EQ("watch /apis/example.com/v1/widgets: 410: gone", line.error().message());
}

TEST_F(ClientTest, MalformedEventsAreErrors) {
  for (const char* line : {"x", "{}", R"({"type":"ADDED"})", R"({"type":"ODD","object":{}})",
                           R"({"type":"ADDED","object":[]})", R"({"type":"ADDED","object":{)", R"({"object":{}})",
                           R"({"type":5,"object":{}})", R"({"type":"ADDED","object":{}}{})"}) {
    server_.StreamNext({line}, base::Ok());
    const base::Status end = client_.Watch(kWidgets, {}, [](const WatchEvent&) { return true; }, {});
    ASSERT_FALSE(end.ok()) << line;
    EXPECT_EQ(ErrorCode::kInvalidInput, end.error().code()) << line;
  }
}

TEST_F(ClientTest, ABrokenWatchIsUnavailableAndAStoppedOneCancelled) {
  std::thread world([this] {
    server_.WaitForWatches(1);
    server_.BreakWatches();
  });
  const auto on_event = [](const WatchEvent&) { return true; };
  EXPECT_EQ(ErrorCode::kUnavailable, client_.Watch(kWidgets, {}, on_event, {}).error().code());
  world.join();
  std::stop_source stop;
  world = std::thread([&] {
    server_.WaitForWatches(1);
    stop.request_stop();
  });
  EXPECT_EQ(ErrorCode::kCancelled, client_.Watch(kWidgets, {}, on_event, stop.get_token()).error().code());
  world.join();
}

}  // namespace client_test
}  // namespace structural::kube
