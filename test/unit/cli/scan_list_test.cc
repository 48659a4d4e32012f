#include <gtest/gtest.h>

#include "cli/cluster/scan/checked_crd.h"
#include "test/support/fake_answers.h"
#include "test/support/fake_transport.h"

namespace structural::scan {
namespace scan_list_test {

const std::string kCrds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

class ScanList : public testing::Test {
 protected:
  void Put(const std::string& name) {
    server_.Put(kCrds + "/" + name, R"({"metadata":{"name":")" + name + R"("},"spec":{}})");
  }
  base::Status Read() {
    names_.clear();
    return CheckAllCrds(client_, [&](const CheckedCrd& checked) { names_.push_back(checked.row.name); }, {});
  }

  test::FakeTransport server_;
  kube::Client client_{server_};
  std::vector<std::string> names_;
};

TEST_F(ScanList, EveryCrdInTheServersOrder) {
  for (int i = 0; i < 1200; ++i) Put("a" + std::to_string(1000 + i) + ".example.com");
  ASSERT_TRUE(Read().ok());
  ASSERT_EQ(1200u, names_.size());
  EXPECT_TRUE(std::ranges::is_sorted(names_));
  int pages = 0;
  for (const auto& request : server_.requests()) pages += request.path.starts_with(kCrds);
  EXPECT_EQ(5, pages) << "so that neither side holds all at once";
}

TEST_F(ScanList, AListThatStartsAgainRepeatsNothing) {
  for (int i = 0; i < 600; ++i) Put("a" + std::to_string(1000 + i) + ".example.com");
  bool compacted = false;
  const auto on_checked = [&](const CheckedCrd& checked) {
    if (!std::exchange(compacted, true)) server_.Compact();
    names_.push_back(checked.row.name);
  };
  ASSERT_TRUE(CheckAllCrds(client_, on_checked, {}).ok());
  EXPECT_EQ(600u, names_.size());
  EXPECT_EQ(600u, std::set<std::string>(names_.begin(), names_.end()).size());
}

TEST_F(ScanList, ACrdThatAListRepeatsIsReportedOnce) {
  const std::string a = R"({"metadata":{"name":"a","uid":"u"},"spec":{}})", unnamed = R"({"spec":7})";
  std::string items = a;
  for (const std::string& item : {a, unnamed, a, unnamed}) items += "," + item;
  server_.AnswerNext("GET",
                     kube::Response{200, {}, R"({"kind":"CustomResourceDefinitionList","items":[)" + items + "]}"});
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ((std::vector<std::string>{"a", "", ""}), names_);
}

TEST_F(ScanList, ServersThatOnlyHaveV1beta1) {
  server_.ServeVersions({"v1beta1"});
  server_.Put("/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions/a.example.com",
              R"({"metadata":{"name":"a.example.com"},"spec":{}})");
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ((std::vector<std::string>{"a.example.com"}), names_);
}

TEST_F(ScanList, ReportsTheMissingRight) {
  server_.AnswerNext("GET", test::StatusObject(403, "Forbidden", "you cannot list"));
  const auto read = Read();
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(base::ErrorCode::kForbidden, read.error().code());
  const std::string text = ExplainError(read.error());
  EXPECT_NE(std::string::npos, text.find("you cannot list"));
  EXPECT_NE(std::string::npos, text.find("the right to list customresourcedefinitions.apiextensions.k8s.io"));
  EXPECT_EQ(
      "\\n::error::x\n  The server does not accept these credentials. Log in again, or select another --context or "
      "--user.",
      ExplainError({base::ErrorCode::kUnauthorized, "\n::error::x"}))
      << "lines are of this program alone";
}

TEST_F(ScanList, DoesWithoutTheRightToDiscover) {
  Put("a.example.com");
  server_.AnswerNext("GET /apis/apiextensions.k8s.io", test::StatusObject(403, "Forbidden", "not that"));
  EXPECT_TRUE(Read().ok());
  EXPECT_EQ(1u, names_.size());
}

TEST_F(ScanList, AConnectionThatBreaksIsAnError) {
  Put("a.example.com");
  server_.AnswerNext("GET", base::Error(base::ErrorCode::kUnavailable, "connection reset"));
  const auto read = Read();
  ASSERT_FALSE(read.ok());
  EXPECT_NE(std::string::npos, read.error().message().find("connection reset"));
}

}  // namespace scan_list_test
}  // namespace structural::scan
