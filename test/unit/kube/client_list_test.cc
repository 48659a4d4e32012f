// Tests of lists: their pages, and errors in them.
#include "client_fixture.h"

namespace structural::kube {
namespace client_list_test {

using base::ErrorCode;
using nlohmann::json;

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

TEST_F(ClientTest, RequestsGzipForLargeLists) {
  server_.Put(Widget("a"), "{}");
  for (const Gzip gzip : {Gzip::kNever, Gzip::kIfChunkTooLarge, Gzip::kAlways}) {
    Client client(server_, {.gzip_lists = gzip});
    ASSERT_TRUE(client.List(kWidgets, {}, [](std::string_view) {}, {}).ok());
    EXPECT_EQ(gzip == Gzip::kAlways, server_.requests().back().accepts_gzip);
    ASSERT_TRUE(client.Get(Widget("a"), {}).ok());
    EXPECT_FALSE(server_.requests().back().accepts_gzip);
  }
}

TEST_F(ClientTest, AListWithoutEndIsAnError) {
  for (const char* name : {"a", "b", "c", "d", "e"}) server_.Put(Widget(name), "{}");
  ASSERT_TRUE(ListNames({.limit = 2}).ok());
  const auto names = ListNames({.limit = 2, .max_bytes = 300});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
  EXPECT_NE(std::string::npos, names.error().message().find("the list is too large, or has no end"))
      << names.error().message();
}

TEST_F(ClientTest, AnAnswerInHtmlIsAnError) {
  for (const char* type : {"text/html", "Text/HTML; charset=utf-8"}) {
    Headers headers;
    headers.Set("Content-Type", type);
    server_.AnswerNext("GET", Response{200, headers, "<html>login</html>"});
    const auto names = ListNames({});
    ASSERT_FALSE(names.ok());
    EXPECT_NE(std::string::npos, names.error().message().find("the answer is HTML, not JSON"))
        << names.error().message();
  }
}

TEST_F(ClientTest, AnAnswerWithAPartOfTheContentIsAnError) {
  server_.AnswerNext("GET", Response{206, {}, R"({"items":[{"metadata":{"name":"a"}}]})"});
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_NE(std::string::npos, names.error().message().find(": 206: partial content")) << names.error().message();
  server_.AnswerNext("GET", Response{206, {}, "{}"});
  const auto object = client_.Get(Widget("a"), {});
  ASSERT_FALSE(object.ok());
  EXPECT_NE(std::string::npos, object.error().message().find(": 206: partial content")) << object.error().message();
}

TEST_F(ClientTest, AStatusInsteadOfAListIsAnErrorWithItsMessage) {
  for (const std::string code : {R"(,"code":403,"reason":"Forbidden")", "", R"(,"code":200)"}) {
    server_.AnswerNext(
        "GET", Ok(R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":"it is closed")" + code + "}"));
    const auto names = ListNames({.kind = "WidgetList"});
    ASSERT_FALSE(names.ok());
    EXPECT_NE(std::string::npos, names.error().message().find("it is closed")) << names.error().message();
    EXPECT_EQ(code.find("403") == std::string::npos ? ErrorCode::kBadRequest : ErrorCode::kForbidden,
              names.error().code());
  }
}

TEST_F(ClientTest, AListOfAnotherKindIsAnError) {
  const ListOptions options{.kind = "WidgetList"};
  for (const char* fine : {R"({"kind":"List","apiVersion":"v1","items":[]})", R"({"kind":"WidgetList","items":[]})",
                           R"({"items":[],"apiVersion":"example.com/v1","kind":"WidgetList"})"}) {
    server_.AnswerNext("GET", Ok(fine));
    EXPECT_TRUE(ListNames(options).ok()) << fine;
  }
  for (const char* other :
       {R"({"items":[]})", R"({"kind":"PodList","apiVersion":"example.com/v1","items":[]})",
        R"({"items":[],"kind":"PodList"})", R"({"kind":"WidgetList","apiVersion":"example.com/v2","items":[]})"}) {
    server_.AnswerNext("GET", Ok(other));
    const auto names = ListNames(options);
    ASSERT_FALSE(names.ok()) << other;
    EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
    EXPECT_NE(std::string::npos, names.error().message().find("the answer is a ")) << names.error().message();
  }
  server_.AnswerNext("GET", Ok(R"({"kind":1,"items":[]})"));
  EXPECT_FALSE(ListNames(options).ok());
}

TEST_F(ClientTest, EscapesTheContinueToken) {
  server_.AnswerNext("GET", Ok(R"({"items":[{"metadata":{"name":"x"}}],"metadata":{"continue":"a+/=&"}})"));
  server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{"resourceVersion":"7"}})"));
  ASSERT_TRUE(ListNames({}).ok());
  EXPECT_EQ(std::string(kWidgets) + "?limit=250&continue=a%2B%2F%3D%26", server_.requests()[1].path);
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

TEST_F(ClientTest, ReturnsItemsByteForByte) {
  const std::string item = R"({ "b":1.50,"a":"\u00e9 ü", "a":[ ]} )";
  server_.AnswerNext("GET", Ok("{\"items\":[" + item + "]}"));
  std::string seen;
  ASSERT_TRUE(client_.List(kWidgets, {}, [&](std::string_view i) { seen = i; }, {}).ok());
  EXPECT_EQ(R"({ "b":1.50,"a":"\u00e9 ü", "a":[ ]})", seen.substr(0, seen.rfind('}') + 1));
}

TEST_F(ClientTest, MalformedListsAreErrors) {
  const std::string deep(200'000, '[');
  for (const std::string& body : {std::string(), std::string("[]"), std::string("{"), std::string(R"({"items":[{]})"),
                                  std::string(R"({"items":[1]})"), std::string(R"({"items":{}})"), std::string("{}"),
                                  std::string(R"({"items":[{"a":")"), std::string("{\"items\":[]} x"),
                                  std::string(R"({"items":[],"metadata":{"resourceVersion":5}})"),
                                  std::string("{\"items\":[{\"a\":\"\xff\"}]}"), "{\"items\":[{\"a\":" + deep}) {
    server_.AnswerNext("GET", Ok(body));
    const auto names = client_.List(kWidgets, {}, [](std::string_view) {}, {});
    ASSERT_FALSE(names.ok()) << body.substr(0, 80);
    EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
    EXPECT_TRUE(names.error().message().starts_with("GET /apis/example.com/v1/widgets: ")) << names.error().message();
  }
}

TEST_F(ClientTest, HostileNestingDoesNotCrash) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  server_.AnswerNext("GET", Ok("{\"items\":[{\"a\":" + deep + "}]}"));
  (void)client_.List(kWidgets, {}, [](std::string_view) {}, {}).ok();
}

TEST_F(ClientTest, AnExpiredContinueTokenRestartsTheList) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  std::vector<std::string> seen;
  const auto on_item = [&](std::string_view item) {
    seen.push_back(json::parse(item)["metadata"]["name"]);
    if (seen.size() > 1) return;
    server_.Remove(Widget("a"));
    server_.Compact();
  };
  const auto list = client_.List(kWidgets,
                                 {.limit = 1,
                                  .resource_version = "0",
                                  .on_restart =
                                      [&] {
                                        seen = {"-", "-"};
                                      }},
                                 on_item, {});
  ASSERT_TRUE(list.ok()) << list.error().message();
  EXPECT_EQ((std::vector<std::string>{"-", "-", "b", "c"}), seen);
  EXPECT_EQ(std::string(kWidgets) + "?resourceVersion=0", server_.requests().back().path);
}

TEST_F(ClientTest, ASecondTokenThatExpiresEndsAListThatIsTooLargeAsAWhole) {
  int asked = 0;
  const auto read = [&](const std::string& path, std::size_t* items) -> base::Result<ListPage> {
    ++asked;
    if (path.find("limit=") == std::string::npos) return base::Error(ErrorCode::kLimitExceeded, "too large");
    if (path.find("continue=") != std::string::npos) return base::Error(ErrorCode::kGone, "expired");
    *items = kPageSize;
    return ListPage{"5", "token " + std::to_string(asked)};
  };
  const auto list = ReadAllPages("/widgets", {}, read);
  ASSERT_FALSE(list.ok());
  EXPECT_EQ(ErrorCode::kGone, list.error().code());
  EXPECT_EQ(5, asked) << "two pages, the whole list, two pages";
}

TEST_F(ClientTest, AnExpiredFirstPageIsGone) {
  server_.AnswerNext("GET", test::Expired());
  const auto names = ListNames({.limit = 1, .resource_version = "7"});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kGone, names.error().code());
  EXPECT_EQ("Expired", names.error().reason());
}

// Returns a page of a list with one item and this continue token.
Response PageThenToken(const std::string& token) {
  return {200, {}, R"({"items":[{"metadata":{"name":"x"}}],"metadata":{"continue":")" + token + R"("}})"};
}

TEST_F(ClientTest, ATokenThatComesTwiceEndsTheList) {
  for (int i = 0; i < 3; ++i) server_.AnswerNext("GET", PageThenToken("a"));
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
  EXPECT_EQ(2u, server_.requests().size());
}

TEST_F(ClientTest, TokensThatAlternateEndTheList) {
  for (const char* token : {"a", "b", "a", "b"}) {
    server_.AnswerNext("GET", PageThenToken(token));
  }
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
  EXPECT_EQ(3u, server_.requests().size());
}

TEST_F(ClientTest, PagesThatAreNotFullAreBounded) {
  for (int i = 0; i <= kMaxShortPages; ++i) server_.AnswerNext("GET", PageThenToken(std::to_string(i)));
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, names.error().code());
  for (int i = 0; i <= kMaxShortPages; ++i) server_.AnswerNext("GET", PageThenToken(std::to_string(i)));
  server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{}})"));
  EXPECT_TRUE(ListNames({.limit = 1}).ok()) << "they are full";
}

TEST_F(ClientTest, APageWithoutItemsLeadsNowhere) {
  server_.AnswerNext("GET", Ok(R"({"items":[],"metadata":{"continue":"a"}})"));
  const auto names = ListNames({});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, names.error().code());
  EXPECT_EQ(1u, server_.requests().size());
}

std::vector<std::string> QueriesOf(const std::vector<Request>& requests) {
  std::vector<std::string> queries;
  for (const Request& request : requests) queries.push_back(test::QueryOf(request));
  return queries;
}

const base::Error kTooLarge(ErrorCode::kLimitExceeded, "one chunk of the answer has more than");

TEST_F(ClientTest, RequestsSmallerPagesIfTheyAreTooLarge) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  server_.AnswerNext("GET", kTooLarge);
  server_.AnswerNext("GET", kTooLarge);
  const auto names = ListNames({.limit = 20});
  ASSERT_TRUE(names.ok()) << names.error().message();
  EXPECT_EQ((std::vector<std::string>{"a", "b", "c"}), *names);
  std::vector<std::string> queries = QueriesOf(server_.requests());
  queries.resize(3);
  EXPECT_EQ((std::vector<std::string>{"limit=20", "limit=5", "limit=1"}), queries);
}

TEST_F(ClientTest, AListFromTheCacheThatIsTooLargeIsReadInPages) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  for (const int limit : {2, 0}) {
    server_.AnswerNext("GET", kTooLarge);
    const auto names = ListNames({.limit = limit, .resource_version = "0"});
    ASSERT_TRUE(names.ok()) << names.error().message();
    EXPECT_EQ((std::vector<std::string>{"a", "b", "c"}), *names);
  }
  const auto queries = QueriesOf(server_.requests());
  ASSERT_EQ(5u, queries.size());
  EXPECT_EQ("limit=2&resourceVersion=0", queries[0]);
  EXPECT_EQ("limit=2", queries[1]);
  EXPECT_EQ("resourceVersion=0", queries[3]);
  EXPECT_EQ("limit=250", queries[4]);
}

// After a list that is too large for one chunk, the client requests the list with gzip, and not in pages. An API server
// reads pages from etcd, which costs it four times as much.
TEST_F(ClientTest, AListThatIsTooLargeForOneChunkIsRequestedWithGzip) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  Client client(server_, {.gzip_lists = Gzip::kIfChunkTooLarge});
  server_.AnswerNext("GET", kTooLarge);
  for (int lists = 0; lists < 2; ++lists) {
    int items = 0;
    const auto list = client.List(kWidgets, {.resource_version = "0"}, [&](std::string_view) { ++items; }, {});
    ASSERT_TRUE(list.ok()) << list.error().message();
    EXPECT_EQ(3, items);
    EXPECT_FALSE(list->from_newest);
  }
  const auto requests = server_.requests();
  ASSERT_EQ(3u, requests.size()) << "the second list is packed at once";
  for (const Request& request : requests) {
    EXPECT_EQ("limit=250&resourceVersion=0", test::QueryOf(request));
  }
  EXPECT_FALSE(requests[0].accepts_gzip);
  EXPECT_TRUE(requests[1].accepts_gzip);
  EXPECT_TRUE(requests[2].accepts_gzip);
}

TEST_F(ClientTest, AListThatIsTooLargeEvenPackedIsReadInPages) {
  for (const char* name : {"a", "b", "c"}) server_.Put(Widget(name), "{}");
  Client client(server_, {.gzip_lists = Gzip::kIfChunkTooLarge});
  for (int lists = 0; lists < 2; ++lists) server_.AnswerNext("GET", kTooLarge);
  int items = 0;
  const auto list =
      client.List(kWidgets, {.limit = 2, .resource_version = "0"}, [&](std::string_view) { ++items; }, {});
  ASSERT_TRUE(list.ok()) << list.error().message();
  EXPECT_EQ(3, items);
  const auto queries = QueriesOf(server_.requests());
  ASSERT_EQ(4u, queries.size());
  EXPECT_EQ("limit=2", queries[2]);
}

TEST_F(ClientTest, AnItemThatIsTooLargeEndsTheList) {
  for (int i = 0; i < 10; ++i) server_.AnswerNext("GET", kTooLarge);
  const auto names = ListNames({.limit = 20});
  ASSERT_FALSE(names.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, names.error().code());
  EXPECT_EQ(3u, server_.requests().size());
}

// If a page becomes too large after some of its items, the client calls on_restart, so that the caller discards these
// items, and starts the list again.
TEST_F(ClientTest, APageThatIsTooLargeInTheMiddleStartsTheListAgain) {
  for (const char* name : {"a", "b"}) server_.Put(Widget(name), "{}");
  server_.AnswerNext("GET",
                     Ok(R"({"items":[{"metadata":{"name":"a"}},{"x":")" + std::string(kMaxLineBytes, 'x') + "\"}]}"));
  std::vector<std::string> seen;
  const auto list =
      client_.List(kWidgets, {.on_restart = [&] { seen.clear(); }},
                   [&](std::string_view item) { seen.push_back(json::parse(item)["metadata"]["name"]); }, {});
  ASSERT_TRUE(list.ok()) << list.error().message();
  EXPECT_EQ((std::vector<std::string>{"a", "b"}), seen);
  EXPECT_EQ(62, list->last_page_limit);
}

TEST_F(ClientTest, ReadsAPageAgainIfTheCallerAllowsIt) {
  for (const char* name : {"a", "b"}) server_.Put(Widget(name), "{}");
  server_.AnswerNext("GET", base::Error(ErrorCode::kUnavailable, "reset"));
  server_.AnswerNext("GET", test::StatusObject(500, "InternalError", "etcd"));
  std::vector<std::string> seen;
  const auto list =
      client_.List(kWidgets, {.limit = 1, .on_page_retry = [&] { seen.emplace_back("again"); }},
                   [&](std::string_view item) { seen.push_back(json::parse(item)["metadata"]["name"]); }, {});
  ASSERT_TRUE(list.ok()) << list.error().message();
  EXPECT_EQ((std::vector<std::string>{"again", "again", "a", "b"}), seen);
  EXPECT_EQ((std::vector{std::chrono::milliseconds(100), std::chrono::milliseconds(200)}), waits_);
}

TEST_F(ClientTest, APageThatStaysBrokenEndsTheList) {
  for (int i = 0; i < 20; ++i) server_.AnswerNext("GET", base::Error(ErrorCode::kUnavailable, "reset"));
  int again = 0;
  const auto list = client_.List(kWidgets, {.on_page_retry = [&] { ++again; }}, [](auto) {}, {});
  ASSERT_FALSE(list.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, list.error().code());
  EXPECT_EQ(5, again);
  EXPECT_EQ(6u, server_.requests().size());
}

TEST_F(ClientTest, DoesNotRetryPermanentFailures) {
  for (const int code : {403, 404, 422}) {
    server_.AnswerNext("GET", test::StatusObject(code, "No", "no"));
    int again = 0;
    const ListOptions options{.on_page_retry = [&] { ++again; }};
    EXPECT_FALSE(client_.List(kWidgets, options, [](auto) {}, {}).ok());
    EXPECT_EQ(0, again);
  }
}

}  // namespace client_list_test
}  // namespace structural::kube
