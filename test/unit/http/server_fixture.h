// ServerTest: a fixture with a server that listens on a port that the system chooses. Records the rejections of
// requests.
#pragma once

#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "http/request_head.h"
#include "http/server.h"
#include "raw_client.h"

namespace structural::http {
namespace server_test {

using namespace std::chrono_literals;

inline constexpr const char* kGet = "GET /a?b=1 HTTP/1.1\r\nHost: x\r\n\r\n";

class ServerTest : public testing::Test {
 protected:
  explicit ServerTest(int threads = 2) : server(threads) {}

  std::uint16_t Listen(Handler handler, Limits limits = {}) {
    const auto on_rejected = [this](RequestRejection what) {
      const std::lock_guard lock(mutex_);
      rejections_.insert(what);
    };
    const auto port =
        server.Listen({.address = {"127.0.0.1", 0}, .limits = limits, .on_rejected = on_rejected}, handler);
    EXPECT_TRUE(port.ok()) << port.error().message();
    return *port;
  }

  std::multiset<RequestRejection> TakeRejections() {
    const std::lock_guard lock(mutex_);
    return std::exchange(rejections_, {});
  }

  static Response Echo(const Request& request, std::stop_token) {
    return {.body = request.method + " " + request.path + " " + request.query + " " + request.authorization + " " +
                    request.body};
  }

  std::mutex mutex_;
  std::multiset<RequestRejection> rejections_;
  Server server;
};

// A server with one thread, so that it ends each write before it reads again, and the order of events is known.
class OneThreadServerTest : public ServerTest {
 protected:
  OneThreadServerTest() : ServerTest(0) {}
};

}  // namespace server_test
}  // namespace structural::http
