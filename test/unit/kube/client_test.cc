#include "kube/client.h"

#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kube/transport/api_error.h"
#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::kube {
namespace {

using base::ErrorCode;
using nlohmann::json;
using test::FakeTransport;

constexpr const char* kWidgets = "/apis/example.com/v1/widgets";

std::string Widget(const std::string& name) { return std::string(kWidgets) + "/" + name; }

class ClientTest : public ::testing::Test {
 protected:
  base::Result<std::vector<std::string>> ListNames(const ListOptions& options) {
    std::vector<std::string> names;
    const auto on_item = [&](std::string_view item) {
      names.push_back(json::parse(item)["metadata"]["name"]);
    };
    const auto list = client_.List(kWidgets, options, on_item, {});
    if (!list.ok()) return list.error();
    version_ = list->resource_version;
    paged_ = list->paged;
    return names;
  }

  Response Ok(std::string body) { return {200, {}, std::move(body)}; }

  FakeTransport server_;
  std::vector<std::chrono::milliseconds> waits_;
  Client client_{server_, {.sleep = [this](std::chrono::milliseconds wait, std::stop_token) {
                   waits_.push_back(wait);
                   return true;
                 }}};
  std::string version_;
  bool paged_ = false;
};

TEST_F(ClientTest, ListsAllPages) {
  for (const char* name : {"a", "b", "c", "d", "e"}) server_.Put(Widget(name), "{}");
  const auto names = ListNames({.limit = 2, .resource_version = "0"});
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_EQ((std::vector<std::string>{"a", "b", "c", "d", "e"}), *names);
  EXPECT_EQ(server_.resource_version(), version_);
  EXPECT_TRUE(paged_);
  ASSERT_EQ(3u, server_.requests().size());
  EXPECT_EQ(std::string(kWidgets) + "?limit=2&resourceVersion=0", server_.requests()[0].path);
  EXPECT_EQ(std::string(kWidgets) + "?limit=2&continue=105-2", server_.requests()[1].path);
}

TEST_F(ClientTest, ListsInGzipWhereThatPays) {
  server_.Put(Widget("a"), "{}");
  for (const bool gzip : {false, true}) {
    Client client(server_, {.gzip_lists = gzip});
    ASSERT_TRUE(client.List(kWidgets, {}, [](std::string_view) {}, {}).ok());
    EXPECT_EQ(gzip, server_.requests().back().gzip);
    ASSERT_TRUE(client.Get(Widget("a"), {}).ok());
    EXPECT_FALSE(server_.requests().back().gzip);
  }
}

TEST_F(ClientTest, EscapesTheContinueToken) {
  server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{"continue":"a+/=&"}})"));
  server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{"resourceVersion":"7"}})"));
  ASSERT_TRUE(ListNames({}).ok());
  EXPECT_EQ(std::string(kWidgets) + "?limit=500&continue=a%2B%2F%3D%26",
            server_.requests()[1].path);
  EXPECT_EQ("7", version_);
}

TEST_F(ClientTest, TakesMetadataBeforeAndAfterTheItems) {
  server_.AnswerNext("GET", Ok(R"({"metadata":{"resourceVersion":"5"},"items":null})"));
  ASSERT_TRUE(ListNames({}).ok());
  EXPECT_EQ("5", version_);
  server_.AnswerNext("GET", Ok(R"({"items":[{"metadata":{"name":"x"}}],"kind":"L",
                                   "metadata":{"resourceVersion":"6","remainingItemCount":1}})"));
  EXPECT_EQ(std::vector<std::string>{"x"}, *ListNames({}));
  EXPECT_EQ("6", version_);
}

TEST_F(ClientTest, ItemsComeByteForByte) {
  const std::string item = R"({ "b":1.50,"a":"\u00e9 ü", "a":[ ]} )";
  server_.AnswerNext("GET", Ok("{\"items\":[" + item + "]}"));
  std::string seen;
  ASSERT_TRUE(client_.List(kWidgets, {}, [&](std::string_view i) { seen = i; }, {}).ok());
  EXPECT_EQ(R"({ "b":1.50,"a":"\u00e9 ü", "a":[ ]})", seen.substr(0, seen.rfind('}') + 1));
}

TEST_F(ClientTest, MalformedListsAreErrors) {
  const std::string deep(200'000, '[');
  for (const std::string& body :
       {std::string(), std::string("[]"), std::string("{"), std::string(R"({"items":[{]})"),
        std::string(R"({"items":[1]})"), std::string(R"({"items":{}})"), std::string("{}"),
        std::string(R"({"items":[{"a":")"), std::string("{\"items\":[]} x"),
        std::string(R"({"items":[],"metadata":{"resourceVersion":5}})"),
        std::string("{\"items\":[{\"a\":\"\xff\"}]}"), "{\"items\":[{\"a\":" + deep}) {
    server_.AnswerNext("GET", Ok(body));
    const auto names = client_.List(kWidgets, {}, [](std::string_view) {}, {});
    ASSERT_FALSE(names.ok()) << body.substr(0, 80);
    EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
    EXPECT_TRUE(names.error().message().starts_with("GET /apis/example.com/v1/widgets: "))
        << names.error().message();
  }
}

TEST_F(ClientTest, HostileNestingDoesNotCrash) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  server_.AnswerNext("GET", Ok("{\"items\":[{\"a\":" + deep + "}]}"));
  (void)client_.List(kWidgets, {}, [](std::string_view) {}, {}).ok();
}

TEST_F(ClientTest, AnExpiredContinueTokenMeansTheWholeListAnew) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  std::vector<std::string> seen;
  const auto on_item = [&](std::string_view item) {
    seen.push_back(json::parse(item)["metadata"]["name"]);
    if (seen.size() > 1) return;
    server_.Remove(Widget("a"));
    server_.Compact();
  };
  const auto list = client_.List(
      kWidgets, {.limit = 1, .resource_version = "0", .on_restart = [&] { seen = {"-", "-"}; }},
      on_item, {});
  ASSERT_TRUE(list.ok()) << list.error().message();
  EXPECT_EQ((std::vector<std::string>{"-", "-", "b", "c"}), seen);
  EXPECT_EQ(std::string(kWidgets) + "?resourceVersion=0", server_.requests().back().path);
}

TEST_F(ClientTest, AnExpiredFirstPageIsGone) {
  server_.AnswerNext("GET", test::Expired());
  const auto names = ListNames({.limit = 1, .resource_version = "7"});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kGone, names.error().code());
  EXPECT_EQ("Expired", names.error().reason());
}

TEST_F(ClientTest, ATokenThatComesTwiceEndsTheList) {
  for (int i = 0; i < 3; ++i)
    server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{"continue":"a"}})"));
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
  EXPECT_EQ(2u, server_.requests().size());
}

TEST_F(ClientTest, WhatTheServerHasNotComeToYetIsNotAskedForAgain) {
  server_.AnswerNext("GET", Response{504, {{"Retry-After", "1"}}, R"({"kind":"Status","code":504,
      "reason":"Timeout","message":"Timeout: Too large resource version: 9, current: 1",
      "details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],
                 "retryAfterSeconds":1}})"});
  const auto names = ListNames({.resource_version = "9"});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kVersionTooLarge, names.error().code());
  EXPECT_TRUE(waits_.empty());
}

TEST_F(ClientTest, AsksNoMoreOftenThanItMay) {
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
  EXPECT_EQ(ErrorCode::kConflict,
            client_.Create(kWidgets, R"({"metadata":{"name":"a"}})", {}).error().code());
  const auto patched = client_.JsonPatch(Widget("a") + "/status",
                                         R"([{"op":"add","path":"/status","value":{"x":1}}])", {});
  ASSERT_TRUE(patched.ok()) << patched.error().message();
  EXPECT_EQ(1, json::parse(*patched)["status"]["x"]);
  EXPECT_EQ(ErrorCode::kConflict, client_.Replace(Widget("a"), *made, {}).error().code());
  EXPECT_TRUE(client_.Replace(Widget("a"), *patched, {}).ok());
  EXPECT_EQ(ErrorCode::kUnprocessable,
            client_.JsonPatch(Widget("a"), R"([{"op":"test","path":"/status/x","value":2}])", {})
                .error()
                .code());
  EXPECT_TRUE(client_.Delete(Widget("a"), {}).ok());
  EXPECT_EQ(ErrorCode::kNotFound, client_.Delete(Widget("a"), {}).error().code());
}

TEST_F(ClientTest, AsksForMetadataAloneWhereThatWillDo) {
  server_.Put(Widget("a"), "{}");
  ASSERT_TRUE(client_.JsonPatch(Widget("a"), "[]", {}).ok());
  EXPECT_EQ("application/json", server_.requests().back().accept);
  ASSERT_TRUE(client_.JsonPatch(Widget("a"), "[]", {}, Client::Answer::kMetadata).ok());
  EXPECT_EQ("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
            server_.requests().back().accept);
}

TEST_F(ClientTest, WaitsAsRetryAfterSays) {
  server_.Put(Widget("a"), "{}");
  server_.AnswerNext("GET", Response{429, {{"retry-after", "3"}}, ""});
  server_.AnswerNext("GET", Response{503, {{"Retry-After", "3000"}}, ""});
  EXPECT_TRUE(client_.Get(Widget("a"), {}).ok());
  EXPECT_EQ(
      (std::vector<std::chrono::milliseconds>{std::chrono::seconds(3), std::chrono::seconds(60)}),
      waits_);
}

TEST_F(ClientTest, GivesUpAtLast) {
  for (int i = 0; i < 11; ++i) server_.AnswerNext("GET", Response{429, {{"Retry-After", "1"}}, ""});
  const auto refused = client_.Get(Widget("a"), {});
  EXPECT_EQ(ErrorCode::kTooManyRequests, refused.error().code());
  EXPECT_EQ(std::chrono::seconds(1), refused.error().retry_after());
  EXPECT_EQ(10u, waits_.size());
  server_.AnswerNext("GET", Response{500, {}, "<html>\nproxy\x01</html>"});
  EXPECT_EQ("GET " + Widget("a") + ": 500: internal server error: <html> proxy </html>",
            client_.Get(Widget("a"), {}).error().message());
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
  const base::Status end =
      client_.Watch(kWidgets, {.resource_version = "101", .timeout_seconds = 400}, on_event, {});
  world.join();
  EXPECT_TRUE(end.ok());
  EXPECT_EQ((std::vector<std::pair<Type, std::string>>{
                {Type::kModified, "102"}, {Type::kDeleted, "103"}, {Type::kBookmark, "104"}}),
            seen);
  EXPECT_EQ(std::string(kWidgets) +
                "?watch=true&timeoutSeconds=400&resourceVersion=101&allowWatchBookmarks=true",
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
  const auto never = [](const WatchEvent&) { return ADD_FAILURE(), true; };
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
  for (const char* line :
       {"x", "{}", R"({"type":"ADDED"})", R"({"type":"ODD","object":{}})",
        R"({"type":"ADDED","object":[]})", R"({"type":"ADDED","object":{)", R"({"object":{}})",
        R"({"type":5,"object":{}})", R"({"type":"ADDED","object":{}}{})"}) {
    server_.StreamNext({line}, base::Ok());
    const base::Status end =
        client_.Watch(kWidgets, {}, [](const WatchEvent&) { return true; }, {});
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
  EXPECT_EQ(ErrorCode::kCancelled,
            client_.Watch(kWidgets, {}, on_event, stop.get_token()).error().code());
  world.join();
}

}  // namespace
}  // namespace structural::kube
