// The reflector against an API server in memory: what it asks for after which trouble, and that the
// handler ends up with the server's state.
#include "controller/reflector.h"

#include <thread>

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"
#include "test/support/fake_transport.h"

namespace structural::controller {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;

std::string PathOf(const std::string& name) { return std::string(kCrdPath) + "/" + name; }
std::string Crd(const std::string& name) {
  return R"({"metadata":{"name":")" + name + R"("},"spec":{}})";
}

// Keeps the names that exist, and lets the test wait for a state.
class Names : public ReflectorHandler {
 public:
  void OnObject(const crd::Meta& meta, std::string_view, std::stop_token) override {
    Change([&] { names_.insert(meta.name); });
  }
  void OnDeleted(const std::string& name) override {
    Change([&] { names_.erase(name); });
  }
  void OnListed(const std::set<std::string>& names) override {
    Change([&] {
      names_ = names;
      ++lists_;
    });
  }

  bool Become(const std::set<std::string>& names, int lists) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20),
                             [&] { return names_ == names && lists_ == lists; });
  }

 private:
  template <typename F>
  void Change(F change) {
    const std::lock_guard lock(mutex_);
    change();
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::string> names_;
  int lists_ = 0;
};

class ReflectorTest : public testing::Test {
 protected:
  void Start() {
    reflector.emplace(client, names, clock,
                      ReflectorOptions{.page_size = 2,
                                       .sleep =
                                           [this](milliseconds wait, std::stop_token stop) {
                                             const std::lock_guard lock(mutex);
                                             waits.push_back(wait);
                                             return !stop.stop_requested();
                                           },
                                       .random = [] { return 0.0; }});
    thread = std::jthread([this](std::stop_token stop) { reflector->Run(stop); });
  }

  void Put(const std::string& name) { server.Put(PathOf(name), Crd(name)); }

  std::vector<milliseconds> Waits() {
    const std::lock_guard lock(mutex);
    return waits;
  }

  int CountLists() {
    int lists = 0;
    for (const auto& request : server.requests()) {
      lists += request.path.find("watch=") == std::string::npos &&
               request.path.find("continue=") == std::string::npos;
    }
    return lists;
  }

  test::FakeTransport server;
  kube::Client client{server};
  test::FakeClock clock;
  Names names;
  std::mutex mutex;
  std::vector<milliseconds> waits;
  std::optional<Reflector> reflector;
  std::jthread thread;  // ends first
};

TEST_F(ReflectorTest, ListsInPagesAndThenWatches) {
  for (const char* name : {"a", "b", "c", "d", "e"}) Put(name);
  Start();
  EXPECT_TRUE(names.Become({"a", "b", "c", "d", "e"}, 1));
  server.WaitForWatches(1);
  Put("f");
  server.Remove(PathOf("a"));
  EXPECT_TRUE(names.Become({"b", "c", "d", "e", "f"}, 1));
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorTest, AWatchThatEndedGoesOnWithoutAList) {
  Put("a");
  Start();
  EXPECT_TRUE(names.Become({"a"}, 1));
  for (const char* name : {"b", "c", "d"}) {
    server.WaitForWatches(1);
    server.EndWatches();
    Put(name);
  }
  EXPECT_TRUE(names.Become({"a", "b", "c", "d"}, 1));
  EXPECT_EQ(1, CountLists());
  EXPECT_TRUE(Waits().empty());
}

TEST_F(ReflectorTest, ABrokenWatchGoesOnAfterAWait) {
  Put("a");
  Start();
  EXPECT_TRUE(names.Become({"a"}, 1));
  server.WaitForWatches(1);
  server.BreakWatches();
  Put("b");
  EXPECT_TRUE(names.Become({"a", "b"}, 1));
  EXPECT_EQ(1, CountLists());
  EXPECT_EQ(std::vector{milliseconds(800)}, Waits());
}

TEST_F(ReflectorTest, ATooOldResourceVersionMeansANewListAtOnce) {
  Put("a");
  Put("b");
  Start();
  EXPECT_TRUE(names.Become({"a", "b"}, 1));
  server.WaitForWatches(1);
  server.StreamNext(
      {R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}})"},
      base::Ok());
  server.EndWatches();
  EXPECT_TRUE(names.Become({"a", "b"}, 2));
  server.Remove(PathOf("a"));
  EXPECT_TRUE(names.Become({"b"}, 2));
  EXPECT_TRUE(Waits().empty());
}

// What was deleted while nobody watched is found missing in the next list.
TEST_F(ReflectorTest, ANewListForgetsWhatIsGone) {
  Put("b");
  server.AnswerNext("GET", kube::Response{.status = 200,
                                          .headers = {},
                                          .body = R"({"metadata":{"resourceVersion":"1"},"items":[
      {"metadata":{"name":"a","resourceVersion":"1"}},{"metadata":{"name":"b","resourceVersion":"1"}}]})"});
  server.StreamNext({}, base::Error(ErrorCode::kGone, "too old"));
  Start();
  EXPECT_TRUE(names.Become({"b"}, 2));
}

TEST_F(ReflectorTest, ABookmarkMovesTheStartOfTheNextWatch) {
  server.StreamNext({R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"4242"}}})"},
                    base::Ok());
  Start();
  server.WaitForWatches(1);
  EXPECT_NE(std::string::npos, server.requests().back().path.find("resourceVersion=4242"));
  EXPECT_EQ(1, CountLists());
}

TEST_F(ReflectorTest, AFailingListIsTriedAgainWithGrowingWaits) {
  Put("a");
  for (int i = 0; i < 4; ++i)
    server.AnswerNext("GET", base::Error(ErrorCode::kUnavailable, "connection refused"));
  Start();
  EXPECT_TRUE(names.Become({"a"}, 1));
  EXPECT_EQ(
      (std::vector{milliseconds(800), milliseconds(1600), milliseconds(3200), milliseconds(6400)}),
      Waits());
}

TEST_F(ReflectorTest, AnEventThatCannotBeReadMeansANewList) {
  Put("a");
  Start();
  EXPECT_TRUE(names.Become({"a"}, 1));
  server.WaitForWatches(1);
  server.StreamNext({R"({"type":"MODIFIED","object":{"spec":{}}})"}, base::Ok());
  server.EndWatches();
  EXPECT_TRUE(names.Become({"a"}, 2));
}

TEST_F(ReflectorTest, StopsInTheMiddleOfAWatch) {
  Start();
  server.WaitForWatches(1);
  thread.request_stop();
  thread.join();
}

}  // namespace
}  // namespace structural::controller
