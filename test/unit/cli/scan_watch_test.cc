// Tests of scan --watch on an API server in memory.
#include <thread>

#include <gtest/gtest.h>

#include "cli/cluster/scan/watched_cluster.h"
#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::scan {
namespace scan_watch_test {

const std::string kCrds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

std::string Crd(const std::string& name, const std::string& schema) {
  return R"({"metadata":{"name":")" + name + R"("},"spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":)" +
         schema + "}}]}}";
}
const std::string kGood = R"({"type":"object"})";
const std::string kBad = R"({"properties":{}})";

// Records the reports of the watch, as one word for each report.
class RecordedOutput : public WatchOutput {
 public:
  void OnState(const std::vector<Row>& rows) override {
    std::string text = "state";
    for (const Row& row : rows) text += " " + row.name + ":" + std::string(Name(row.state));
    Add(text);
  }
  void OnChange(ChangeKind kind, const Row& row) override {
    Add((kind == ChangeKind::kAdded     ? "added "
         : kind == ChangeKind::kChanged ? "changed "
                                        : "gone ") +
        row.name + ":" + std::string(Name(row.state)));
  }
  void OnFailure(const std::string&, const std::string& what) override {
    if (!what.empty()) Add("trouble");
  }

  bool WaitFor(const std::vector<std::string>& all) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return all_ == all; });
  }

 private:
  void Add(std::string text) {
    const std::lock_guard lock(mutex_);
    all_.push_back(std::move(text));
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> all_;
};

class ScanWatch : public testing::Test {
 protected:
  ~ScanWatch() override { End(); }

  void Put(const std::string& name, const std::string& schema) { server_.Put(kCrds + name, Crd(name, schema)); }
  void Start() {
    thread_ = std::jthread([this](std::stop_token stop) {
      kube::Client client(server_);
      WatchedCluster cluster("", filter_, output_, mutex_);
      const base::Status status = WatchCluster(client, "", cluster, output_, mutex_, std::move(stop));
      if (!status.ok()) error_ = status.error().message();
    });
  }
  void End() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
  }

  test::FakeTransport server_;
  Filter filter_;
  RecordedOutput output_;
  std::mutex mutex_;
  std::string error_;
  std::jthread thread_;
};

TEST_F(ScanWatch, ReportsTheStateAndThenChanges) {
  Put("a", kGood);
  Put("b", kBad);
  Start();
  ASSERT_TRUE(output_.WaitFor({"state a:structural b:non-structural"}));
  server_.WaitForWatches(1);
  Put("b", kGood);
  Put("a", kGood);  // the write causes a watch event, but scan reports the same for the CRD as before
  Put("c", kBad);
  server_.Remove(kCrds + "a");
  EXPECT_TRUE(output_.WaitFor(
      {"state a:structural b:non-structural", "changed b:structural", "added c:non-structural", "gone a:deleted"}));
  End();
  EXPECT_EQ("", error_);
}

TEST_F(ScanWatch, ReportsACrdThatLeavesTheFilterAsGone) {
  filter_.states = {"non-structural"};
  Put("a", kGood);
  Put("b", kBad);
  Start();
  ASSERT_TRUE(output_.WaitFor({"state b:non-structural"}));
  server_.WaitForWatches(1);
  Put("b", kGood);
  server_.Remove(kCrds + "a");
  Put("c", kBad);
  EXPECT_TRUE(output_.WaitFor({"state b:non-structural", "gone b:structural", "added c:non-structural"}));
}

TEST_F(ScanWatch, ContinuesAfterABrokenConnection) {
  Put("a", kGood);
  Start();
  ASSERT_TRUE(output_.WaitFor({"state a:structural"}));
  server_.WaitForWatches(1);
  server_.BreakWatches();
  ASSERT_TRUE(output_.WaitFor({"state a:structural", "trouble"}));
  Put("b", kGood);
  EXPECT_TRUE(output_.WaitFor({"state a:structural", "trouble", "added b:structural"}));
}

TEST_F(ScanWatch, ReadsTheStateAgainWithoutRepetition) {
  Put("a", kGood);
  Put("b", kGood);
  Start();
  ASSERT_TRUE(output_.WaitFor({"state a:structural b:structural"}));
  server_.WaitForWatches(1);
  server_.StreamNext({}, base::Error(base::ErrorCode::kGone, "too old"));
  server_.Remove(kCrds + "a");
  EXPECT_TRUE(output_.WaitFor({"state a:structural b:structural", "gone a:deleted"}));
  server_.Compact();
  server_.EndWatches();
  Put("c", kBad);
  EXPECT_TRUE(
      output_.WaitFor({"state a:structural b:structural", "gone a:deleted", "trouble", "added c:non-structural"}));
}

TEST_F(ScanWatch, EndsIfARightIsMissing) {
  server_.SetWatchList(test::FakeTransport::WatchList::kRefused);
  server_.AnswerNext("GET", test::StatusObject(403, "Forbidden", "you cannot list"));
  Start();
  thread_.join();
  EXPECT_NE(std::string::npos, error_.find("403 Forbidden: you cannot list")) << error_;
}

}  // namespace scan_watch_test
}  // namespace structural::scan
