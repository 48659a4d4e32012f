#include <gtest/gtest.h>

#include "controller/listen.h"

namespace structural::controller {
namespace probes_test {

class ProbesTest : public testing::Test {
 protected:
  http::Response Get(const std::string& path, const std::string& query = "", const std::string& method = "GET") {
    return handler_({.method = method, .path = path, .query = query}, {});
  }

  std::optional<std::string> trouble_;
  http::Handler handler_ =
      HandlerOf({Probe("/healthz", {}), Probe("/readyz", {{"sync", [this] { return trouble_; }}})});
};

TEST_F(ProbesTest, AreShortWhenAllIsWell) {
  for (const char* path : {"/healthz", "/readyz", "/readyz/", "/readyz/sync", "/readyz/ping"}) {
    EXPECT_EQ(200, Get(path).status) << path;
    EXPECT_EQ("ok", Get(path).body) << path;
  }
}

TEST_F(ProbesTest, ListEveryCheckOnRequest) {
  EXPECT_EQ("[+]ping ok\n[+]sync ok\nreadyz check passed\n", Get("/readyz", "verbose").body);
  EXPECT_EQ("[+]ping ok\nhealthz check passed\n", Get("/healthz", "verbose=1").body);
}

TEST_F(ProbesTest, NameFailingChecks) {
  trouble_ = "the first list is not read";
  EXPECT_EQ(500, Get("/readyz").status);
  EXPECT_EQ("[+]ping ok\n[-]sync failed: the first list is not read\nreadyz check failed\n", Get("/readyz").body);
  EXPECT_EQ("internal server error: the first list is not read\n", Get("/readyz/sync").body);
  EXPECT_EQ(500, Get("/readyz/sync").status);
  EXPECT_EQ(200, Get("/healthz").status);
}

TEST_F(ProbesTest, ExcludeChecks) {
  trouble_ = "x";
  EXPECT_EQ(200, Get("/readyz", "exclude=sync").status);
  EXPECT_EQ(
      "[+]ping ok\n[+]sync excluded: ok\n"
      "warn: some health checks cannot be excluded: no matches for none\nreadyz check passed\n",
      Get("/readyz", "verbose&exclude=sync&exclude=none").body);
}

TEST_F(ProbesTest, RefuseOtherPaths) {
  EXPECT_EQ(404, Get("/").status);
  EXPECT_EQ(404, Get("/readyzz").status);
  EXPECT_EQ(404, Get("/readyz/none").status);
  EXPECT_EQ(405, Get("/readyz", "", "POST").status);
  EXPECT_EQ(200, Get("/readyz", "", "HEAD").status);
}

}  // namespace probes_test
}  // namespace structural::controller
