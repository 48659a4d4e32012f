// Tests of the reflector with an API server in memory. They check its requests after each kind of failure, and that the
// handler has the server's state at the end.
#include "controller/reflector.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "reflector_fixture.h"
#include "test/support/fake_answers.h"

namespace structural::controller {

namespace reflector_test {

using base::ErrorCode;
using std::chrono::milliseconds;

class ReflectorTest : public ReflectorFixture {};

TEST_F(ReflectorTest, ListsInPagesAndThenWatches) {
  for (const char* name : {"a", "b", "c", "d", "e"}) Put(name);
  Start();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c", "d", "e"}, 1));
  server.WaitForWatches(1);
  Put("f");
  server.Remove(PathOf("a"));
  EXPECT_TRUE(names.WaitFor({"b", "c", "d", "e", "f"}, 1));
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorTest, ContinuesAnEndedWatchWithoutAList) {
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  for (const char* name : {"b", "c", "d"}) {
    server.WaitForWatches(1);
    clock.Advance(std::chrono::minutes(5));
    server.EndWatches();
    Put(name);
  }
  EXPECT_TRUE(names.WaitFor({"a", "b", "c", "d"}, 1));
  EXPECT_EQ(1, CountLists());
  EXPECT_TRUE(Waits().empty());
}

// When the stream of a watch ends unexpectedly, the reflector must continue the watch at once, as client-go does.
TEST_F(ReflectorTest, ContinuesABrokenWatchAtOnce) {
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  server.WaitForWatches(1);
  clock.Advance(std::chrono::minutes(5));
  server.BreakWatches();
  Put("b");
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 1));
  server.WaitForWatches(1);
  EXPECT_EQ(1, CountLists());
  EXPECT_TRUE(Waits().empty());
  const WatchStats::Totals totals = stats.Read();
  EXPECT_EQ(1u, totals.list_seconds.count);
  EXPECT_EQ(2u, totals.watches);
  EXPECT_EQ(1u, totals.ends[static_cast<std::size_t>(WatchStats::End::kBroken)]);
  EXPECT_TRUE(totals.last_event.has_value());
}

TEST_F(ReflectorTest, ATooOldResourceVersionMeansANewList) {
  Put("a");
  Put("b");
  Start();
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 1));
  server.WaitForWatches(1);
  server.StreamNext(
      {R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}})"}, base::Ok());
  clock.Advance(std::chrono::minutes(5));
  server.EndWatches();
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 2));
  server.Remove(PathOf("a"));
  EXPECT_TRUE(names.WaitFor({"b"}, 2));
  EXPECT_EQ(std::vector{milliseconds(800)}, Waits());
}

// Objects are deleted while no watch is open. The reflector must notice this, because the next list does not have them.
TEST_F(ReflectorTest, ANewListRemovesDeletedObjects) {
  Put("b");
  server.AnswerNext(
      "GET",
      kube::Response{.status = 200,
                     .headers = {},
                     .body = R"({"kind":"CustomResourceDefinitionList","metadata":{"resourceVersion":"1"},"items":[
      {"metadata":{"name":"a","resourceVersion":"1"}},{"metadata":{"name":"b","resourceVersion":"1"}}]})"});
  server.StreamNext({}, base::Error(ErrorCode::kGone, "too old"));
  Start();
  EXPECT_TRUE(names.WaitFor({"b"}, 2));
}

TEST_F(ReflectorTest, LimitsRetryAfterToAMinute) {
  server.StreamNext(
      {R"({"type":"ERROR","object":{"kind":"Status","code":429,"details":{"retryAfterSeconds":172800}}})"}, base::Ok());
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ(std::vector{milliseconds(60'000)}, Waits());
}

TEST_F(ReflectorTest, ABookmarkMovesTheStartOfTheNextWatch) {
  server.StreamNext({R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"4242"}}})"}, base::Ok());
  Start();
  server.WaitForWatches(1);
  EXPECT_NE(std::string::npos, server.requests().back().path.find("resourceVersion=4242"));
  EXPECT_EQ(1, CountLists());
}

TEST_F(ReflectorTest, AFailingListIsTriedAgainWithGrowingWaits) {
  Put("a");
  for (int i = 0; i < 4; ++i) server.AnswerNext("GET", base::Error(ErrorCode::kUnavailable, "connection refused"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ((std::vector{milliseconds(800), milliseconds(1600), milliseconds(3200), milliseconds(6400)}), Waits());
}

TEST_F(ReflectorTest, AnEventThatCannotBeReadMeansANewList) {
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  server.WaitForWatches(1);
  server.StreamNext({R"({"type":"MODIFIED","object":{"spec":{}}})"}, base::Ok());
  // The end of a watch at once and without an event also causes a new list, so the running watch lasts five minutes.
  clock.Advance(std::chrono::minutes(5));
  server.EndWatches();
  EXPECT_TRUE(names.WaitFor({"a"}, 2));
}

// If a watch ends without an event, its resourceVersion may be unusable. The reflector must then read the complete
// state again, as client-go does.
TEST_F(ReflectorTest, AfterAWatchThatEndsAtOnceTheStateIsReadAgain) {
  for (int i = 0; i < 4; ++i) server.StreamNext({}, base::Ok());
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ((std::vector{milliseconds(800), milliseconds(1600), milliseconds(3200), milliseconds(6400)}), Waits());
  EXPECT_EQ(5, CountLists());
  EXPECT_EQ(4u, stats.Read().short_watches);
}

// A few watches in a row can end after one event each, for example while API servers are replaced. If more watches do
// so, the reflector must treat this as a failure, and wait before the next watch.
TEST_F(ReflectorTest, WatchesThatEndAfterOneEventAgainAndAgainAreAFailure) {
  Put("a");
  int version = 1000;
  for (int i = 0; i < 9; ++i) {
    server.StreamNext({test::Bookmark(++version, nlohmann::json::object())}, base::Ok());
  }
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ((std::vector{milliseconds(800), milliseconds(1600), milliseconds(3200), milliseconds(6400)}), Waits());
  EXPECT_EQ(1, CountLists());
}

TEST_F(ReflectorTest, WatchesThatEndAfterManyEventsAreNoFailure) {
  Put("a");
  int version = 1000;
  for (int i = 0; i < 9; ++i) {
    std::vector<std::string> lines;
    for (int k = 0; k < 100; ++k) {
      lines.push_back(test::Bookmark(++version, nlohmann::json::object()));
    }
    server.StreamNext(lines, base::Ok());
  }
  Start();
  server.WaitForWatches(1);
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorTest, ANameThatNoObjectCanHaveIsNotKept) {
  Put(std::string(254, 'a'));
  Put("b");
  Start();
  while (Waits().empty()) std::this_thread::yield();
  server.Remove(PathOf(std::string(254, 'a')));
  EXPECT_TRUE(names.WaitFor({"b"}, 1));
}

TEST_F(ReflectorTest, RetriesAFailingWatchTwiceAndThenLists) {
  const auto fails = test::EventLine("ERROR", {{"kind", "Status"}, {"code", 500}, {"message", "etcd"}});
  for (int i = 0; i < 3; ++i) server.StreamNext({fails}, base::Ok());
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ(2, CountLists());
  EXPECT_EQ(3u, Waits().size());
}

TEST_F(ReflectorTest, RetriesOnlyTheWatchIfTheServerIsDownOrBusy) {
  for (const ErrorCode code :
       {ErrorCode::kUnavailable, ErrorCode::kTooManyRequests, ErrorCode::kTimeout, ErrorCode::kUnavailable})
    server.StreamNext({}, base::Error(code, "passing"));
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ(1, CountLists());
  EXPECT_EQ(4u, Waits().size());
}

TEST_F(ReflectorTest, AVersionThatIsTooLargeForTheWatchMeansTheNewestList) {
  server.StreamNext({}, base::Error(ErrorCode::kVersionTooLarge, "too large"));
  Start();
  server.WaitForWatches(1);
  EXPECT_EQ(2, CountLists());
  EXPECT_EQ(1u, Waits().size());
}

// The handler throws an exception for the object "poison", and may have missed its change. The reflector handles the
// other objects, and reads "poison" again when the watch ends.
TEST_F(ReflectorTest, SkipsOnlyTheObjectThatThrows) {
  for (const bool by_watch_list : {false, true}) {
    watch_list = by_watch_list;
    SCOPED_TRACE(by_watch_list);
    for (const char* name : {"a", "poison", "z"}) Put(name);
    Start();
    EXPECT_TRUE(names.WaitFor({"a", "poison", "z"}, by_watch_list ? 3 : 1)) << "it is listed";
    server.WaitForWatches(1);
    server.Put(PathOf("poison"), by_watch_list ? R"({"spec":{"a":2}})" : R"({"spec":{"a":1}})");
    Put("zz");
    EXPECT_TRUE(names.WaitFor({"a", "poison", "z", "zz"}, by_watch_list ? 3 : 1));
    server.WaitForWatches(1);
    clock.Advance(std::chrono::minutes(5));
    server.EndWatches();
    EXPECT_TRUE(names.WaitFor({"a", "poison", "z", "zz"}, by_watch_list ? 4 : 2));
    EXPECT_EQ(std::vector<std::string>(by_watch_list ? 6 : 3, "poison"), names.panics());
    EXPECT_TRUE(Waits().empty());
    server.WaitForWatches(1);
    thread.request_stop();
    thread.join();
    server.Remove(PathOf("zz"));
  }
}

TEST_F(ReflectorTest, StopsInTheMiddleOfAWatch) {
  Start();
  server.WaitForWatches(1);
  thread.request_stop();
  thread.join();
}

using crd::ApiVersion;
using test::FakeTransport;

// Tests of the requests with which the reflector reads the complete state.
class ReflectorStateTest : public ReflectorFixture {
 protected:
  std::vector<std::string> StateQueries() {
    std::vector<std::string> queries;
    for (const auto& request : server.requests()) {
      if (test::PathOf(request) != CrdCollection(ApiVersion::kV1)) continue;
      const std::string query = test::QueryOf(request);
      if (test::Parameter(query, "watch").empty() || !test::Parameter(query, "sendInitialEvents").empty())
        queries.push_back(query);
    }
    return queries;
  }

  int CountWatchLists() {
    int count = 0;
    for (const std::string& query : StateQueries()) {
      count += query.find("sendInitialEvents") != std::string::npos;
    }
    return count;
  }

  // Sends the error 410 to the running watch: its resourceVersion is too old.
  void ExpireWatch() {
    server.WaitForWatches(1);
    server.StreamNext({}, base::Error(ErrorCode::kGone, "too old"));
    clock.Advance(std::chrono::minutes(5));
    server.EndWatches();
  }
};

TEST_F(ReflectorStateTest, UsesWatchListIfTheServerSupportsIt) {
  watch_list = true;
  for (const char* name : {"a", "b", "c"}) Put(name);
  Start();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c"}, 1));
  server.WaitForWatches(1);
  server.Remove(PathOf("a"));
  EXPECT_TRUE(names.WaitFor({"b", "c"}, 1));
  EXPECT_EQ(0, CountLists());
  EXPECT_EQ(std::vector<std::string>{"watch=true&timeoutSeconds=300&allowWatchBookmarks=true&"
                                     "sendInitialEvents=true&resourceVersionMatch=NotOlderThan"},
            StateQueries());
}

class WithoutWatchList : public ReflectorStateTest, public testing::WithParamInterface<FakeTransport::WatchList> {};

TEST_P(WithoutWatchList, TriesWatchListOnceAnHour) {
  watch_list = true;
  server.SetWatchList(GetParam());
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a"}, 2));
  EXPECT_EQ(1, CountWatchLists());
  EXPECT_EQ(2, CountLists());
  server.SetWatchList(FakeTransport::WatchList::kServed);
  server.WaitForWatches(1);
  clock.Advance(std::chrono::hours(1));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a"}, 3));
  EXPECT_EQ(2, CountWatchLists());
  EXPECT_EQ(2, CountLists());
}

INSTANTIATE_TEST_SUITE_P(Servers, WithoutWatchList,
                         testing::Values(FakeTransport::WatchList::kRefused, FakeTransport::WatchList::kIgnored));

TEST_F(ReflectorStateTest, AWatchListThatBreaksIsTriedAgain) {
  watch_list = true;
  Put("a");
  server.StreamNext({test::EventLine("ADDED", {{"metadata", {{"name", "gone"}, {"resourceVersion", "1"}}}})},
                    base::Error(ErrorCode::kUnavailable, "connection reset by peer"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ(2, CountWatchLists());
  EXPECT_EQ(0, CountLists());
}

// Tests with a server without the feature WatchList. Such a server can answer a WatchList request with an ordinary
// watch, which never sends the bookmark that ends the initial state.
class IncompleteWatchList : public ReflectorStateTest {
 protected:
  // Starts the reflector. The server answers its first WatchList request with events of these types about one object,
  // and then the error `end`. The clock advances by `pause` during the second event.
  void StartAfter(std::chrono::seconds pause, std::vector<std::string> types, ErrorCode end) {
    watch_list = true;
    Put("a");
    std::vector<std::string> lines;
    for (const std::string& type : types)
      lines.push_back(test::EventLine(type, {{"metadata", {{"name", "a"}, {"resourceVersion", "1"}}}}));
    names.on_first_object = [this, pause] { names.on_first_object = [this, pause] { clock.Advance(pause); }; };
    server.StreamNext(std::move(lines), base::Error(end, "the end"));
    Start();
    EXPECT_TRUE(names.WaitFor({"a"}, 1));
  }

  const std::vector<std::string> said{
      "WatchList: the server did not send the bookmark that ends the initial state, and no new object for 30 s; "
      "reading the "
      "list instead"};
};

TEST_F(IncompleteWatchList, BecomesAListAfterEventsWithoutANewObject) {
  StartAfter(std::chrono::seconds(30), {"ADDED", "MODIFIED", "MODIFIED"}, ErrorCode::kUnavailable);
  EXPECT_EQ(1, CountWatchLists());
  EXPECT_EQ(1, CountLists());
  EXPECT_EQ(said, incomplete_watch_lists);
}

TEST_F(IncompleteWatchList, BecomesAListAfterSilence) {
  StartAfter(std::chrono::seconds(0), {"ADDED"}, ErrorCode::kTimeout);
  EXPECT_EQ(1, CountWatchLists());
  EXPECT_EQ(1, CountLists());
  EXPECT_EQ(said, incomplete_watch_lists);
}

TEST_F(IncompleteWatchList, ContinuesAfterAShorterPause) {
  StartAfter(std::chrono::seconds(29), {"ADDED", "MODIFIED", "MODIFIED"}, ErrorCode::kUnavailable);
  EXPECT_EQ(2, CountWatchLists());
  EXPECT_EQ(0, CountLists());
  EXPECT_TRUE(incomplete_watch_lists.empty());
}

// After a failed WatchList, the reflector must try a list, because a server reports some errors of a list more clearly.
TEST_F(ReflectorStateTest, ListsAfterAnotherFailureOfAWatchList) {
  watch_list = true;
  Put("a");
  server.StreamNext({}, base::Error(ErrorCode::kForbidden, "cannot watch"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ(1, CountLists());
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorStateTest, ListsFromTheCacheNotOlderThanTheLastEvent) {
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  server.WaitForWatches(1);
  Put("b");
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 1));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 2));
  EXPECT_EQ((std::vector<std::string>{"limit=2&resourceVersion=0", "resourceVersion=102"}), StateQueries());
}

class CacheError : public ReflectorStateTest, public testing::WithParamInterface<int> {};

TEST_P(CacheError, CausesAListFromEtcd) {
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  server.WaitForWatches(1);
  server.AnswerNext(
      "GET", GetParam() == 410 ? test::Expired() : test::StatusObject(504, "Timeout", "Too large resource version: 9"));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a"}, 2));
  EXPECT_EQ("limit=2", StateQueries().back());
  EXPECT_EQ(1u, Waits().size()) << "one wait, after the watch";
}

INSTANTIATE_TEST_SUITE_P(Status, CacheError, testing::Values(410, 504));

TEST_F(ReflectorStateTest, AServerThatPagesEvenAtZeroHasNoCache) {
  for (const char* name : {"a", "b", "c"}) Put(name);
  Start();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c"}, 1));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c"}, 2));
  EXPECT_EQ("limit=2&resourceVersion=103", StateQueries()[2]);
}

// A server that answers a list from its cache ignores the limit of a page, and sends the complete list as one chunk.
// The reflector must then read pages, and must do so for later lists, too.
TEST_F(ReflectorStateTest, AListThatIsTooLargeForOneChunkIsReadInPagesFromThenOn) {
  for (const char* name : {"a", "b", "c"}) Put(name);
  const base::Error too_large(ErrorCode::kLimitExceeded, "one chunk of the answer has more than");
  server.AnswerNext("GET", too_large);
  server.AnswerNext("GET", too_large);
  Start();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c"}, 1));
  ExpireWatch();
  EXPECT_TRUE(names.WaitFor({"a", "b", "c"}, 2));
  EXPECT_TRUE(Waits().size() <= 1) << "one wait, after the watch";
  const std::vector<std::string> queries = StateQueries();
  ASSERT_LE(6u, queries.size());
  EXPECT_EQ("limit=2&resourceVersion=0", queries[0]);
  EXPECT_EQ("limit=2", queries[1]);
  EXPECT_EQ("limit=1", queries[2]);
  EXPECT_EQ("limit=1", queries[5]) << "the second state, at once in pages that are small enough";
}

// The server's list never ends, because each page has a new continue token.
TEST_F(ReflectorStateTest, AListWithoutEndIsReadAgainAfterFiveMinutes) {
  const auto page = [](int number) {
    std::string items;
    for (int i = 0; i < 2; ++i) {
      items += (i == 0 ? R"({"metadata":{"resourceVersion":"1","name":")"
                       : R"(,{"metadata":{"resourceVersion":"1","name":")") +
               std::to_string(i) + R"("}})";
    }
    return kube::Response{200,
                          {},
                          R"({"kind":"CustomResourceDefinitionList","metadata":{"continue":")" +
                              std::to_string(number) + R"("},"items":[)" + items + "]}"};
  };
  for (int number = 0; number < 11; ++number) server.AnswerNext("GET", page(number));
  Put("a");
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ(std::vector{milliseconds(300'000)}, Waits());
  EXPECT_LE(11u, StateQueries().size());
}

TEST_F(ReflectorStateTest, AListThatTakesTooLongIsReadInPages) {
  Put("a");
  server.AnswerNext("GET", base::Error(ErrorCode::kTimeout, "no answer within the deadline"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ((std::vector<std::string>{"limit=2&resourceVersion=0", "limit=2"}), StateQueries());
  EXPECT_EQ(1u, Waits().size());
}

TEST_F(ReflectorStateTest, AnExpiredContinueTokenDoesNotRestoreDeletedObjects) {
  for (const char* name : {"a", "b", "c"}) Put(name);
  names.on_first_object = [this] {
    server.Remove(PathOf("a"));
    server.Compact();
  };
  Start();
  EXPECT_TRUE(names.WaitFor({"b", "c"}, 1));
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorStateTest, AListWithoutAResourceVersionIsTriedAgainAfterAWait) {
  Put("a");
  server.AnswerNext("GET",
                    kube::Response{200, {}, R"({"kind":"CustomResourceDefinitionList","items":[],"metadata":{}})"});
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ(std::vector{milliseconds(800)}, Waits());
}

TEST_F(ReflectorStateTest, HonoursRetryAfter) {
  Put("a");
  server.AnswerNext("GET", base::Error(ErrorCode::kTooManyRequests, "later").WithRetryAfter(std::chrono::seconds(17)));
  server.AnswerNext("GET", base::Error(ErrorCode::kTooManyRequests, "later").WithRetryAfter(std::chrono::seconds(1)));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ((std::vector{milliseconds(17'000), milliseconds(1600)}), Waits());
}

TEST_F(ReflectorStateTest, UsesV1beta1IfTheServerHasNoOtherVersion) {
  server.ServeVersions({"v1beta1"});
  server.Put(CrdCollection(ApiVersion::kV1beta1) + "/a", Crd("a"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ(ApiVersion::kV1beta1, names.default_version());
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorStateTest, DiscoversTheVersionAgainIfItIsNoLongerServed) {
  server.ServeVersions({"v1beta1"});
  server.Put(CrdCollection(ApiVersion::kV1beta1) + "/a", Crd("a"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  server.WaitForWatches(1);
  server.ServeVersions({"v1"});
  Put("a");
  Put("b");
  server.BreakWatches();
  EXPECT_TRUE(names.WaitFor({"a", "b"}, 2));
  EXPECT_EQ(ApiVersion::kV1, names.default_version());
}

TEST_F(ReflectorStateTest, UsesV1WithoutDiscovery) {
  Put("a");
  server.AnswerNext("GET /apis/apiextensions.k8s.io", test::StatusObject(403, "Forbidden", "no"));
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorStateTest, RetriesUntilTheServerAnswers) {
  Put("a");
  server.AnswerNext("GET /apis/apiextensions.k8s.io", base::Error(ErrorCode::kUnavailable, "refused"));
  server.AnswerNext("GET /apis/apiextensions.k8s.io", kube::Response{200, {}, R"({"versions":[]})"});
  server.AnswerNext("GET /apis/apiextensions.k8s.io", kube::Response{200, {}, "<html>"});
  Start();
  EXPECT_TRUE(names.WaitFor({"a"}, 1));
  EXPECT_EQ((std::vector{milliseconds(800), milliseconds(1600), milliseconds(3200)}), Waits());
}

}  // namespace reflector_test

}  // namespace structural::controller
