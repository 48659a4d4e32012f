// Tests in which the wall clock jumps while the client waits. The client must keep its deadlines, which do not depend
// on the wall clock.
#include <ctime>

#include <sys/syscall.h>
#include <unistd.h>

#include "kube/client.h"
#include "kube/wait.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// While `jumping` is above 0, every second read of the wall clock returns a time a day too late, and the others a day
// too early.
std::atomic<int> jumping{0};
std::atomic<int> asked{0};

class ClockJump : public TransportFixture {
 protected:
  void SetUp() override { ++jumping; }
  void TearDown() override { --jumping; }
};

TEST_F(ClockJump, TheTestCanMakeItJump) {
  const auto one = std::chrono::system_clock::now();
  const auto two = std::chrono::system_clock::now();
  EXPECT_GT(std::chrono::abs(two - one), std::chrono::hours(24));
}

TEST_F(ClockJump, WaitsLastAsLongAsTheyShould) {
  const TestServer server([](TestConnection& connection, const TestRequest& request) {
    if (request.head.starts_with("GET /silent ")) return connection.WaitForClose();
    connection.BeginChunked();
    connection.WriteChunk("{}\n");
    connection.WaitForClose();
  });
  const auto transport = New(PlainConfig(server));
  const auto on_line = [](std::string_view) { return true; };
  const std::function<void()> waits[] = {
      [&] {
        const auto response = transport->Do({.path = "/silent", .timeout = milliseconds(100)}, {});
        EXPECT_EQ(ErrorCode::kTimeout, response.error().code());
      },
      [&] {
        const auto end = transport->Stream({.path = "/watch"}, milliseconds(100), on_line, {});
        EXPECT_EQ(ErrorCode::kTimeout, end.error().code());
      },
      [] { EXPECT_TRUE(SleepFor(milliseconds(100), {})); }};
  for (const auto& wait : waits) {
    const auto start = Clock::now();
    wait();
    EXPECT_GE(Clock::now() - start, milliseconds(99));
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
  }
}

TEST_F(ClockJump, TheLimitOfRequestsHolds) {
  RateLimiter limiter(1, 1);
  EXPECT_EQ(milliseconds(0), limiter.ReserveToken());
  for (int i = 1; i < 4; ++i) {
    EXPECT_GT(limiter.ReserveToken(), milliseconds(i * 1000 - 900));
  }
}

}  // namespace
}  // namespace structural::kube

// Replaces the C library's clock_gettime in the whole program.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  using namespace structural::kube;
  const long result = ::syscall(SYS_clock_gettime, clock, time);
  if (clock == CLOCK_REALTIME && jumping > 0) time->tv_sec += ++asked % 2 == 0 ? 86'400 : -86'400;
  return static_cast<int>(result);
}
