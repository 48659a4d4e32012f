// Tests of bodies of any size, which the caller reads while they arrive.
#include <future>
#include <utility>  // pplx/threadpool.h needs <utility>, but does not include it

#include <gtest/gtest.h>
#include <pplx/threadpool.h>

#include "kube/client.h"
#include "kube/transport/exchange.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace transport_fetch_test {

using base::ErrorCode;
using base::Result;

class TransportFetchTest : public TransportFixture {};

constexpr size_t kBlocks = 320;
const std::string& Block() {
  static const std::string block(size_t{1} << 20, 'x');
  return block;
}

TEST_F(TransportFetchTest, TakesABodyThatIsLargerThanAnyAnswerMayBe) {
  static_assert(kBlocks * (size_t{1} << 20) > kMaxBodyBytes);
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    for (size_t i = 0; i < kBlocks; ++i) connection.WriteChunk(Block());
    connection.Write("0\r\n\r\n");
  });
  size_t bytes = 0;
  const auto response = New(PlainConfig(server))
                            ->Fetch({},
                                    [&](std::string_view piece) -> Result<bool> {
                                      bytes += piece.size();
                                      return true;
                                    },
                                    {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ(200, response->status);
  EXPECT_EQ("", response->body);
  EXPECT_EQ(kBlocks * Block().size(), bytes);
}

TEST_F(TransportFetchTest, EndsAnEndlessBodyWhenItsReaderHasEnough) {
  std::atomic<bool> closed{false};
  {
    const TestServer server([&](TestConnection& connection, const TestRequest&) {
      connection.BeginChunked();
      connection.WriteChunk("{\"items\":[{}, 5");
      connection.WaitForClose();
      closed = true;
    });
    const auto transport = New(PlainConfig(server));
    const auto list = Client(*transport).List("/x", {}, [](std::string_view) {}, {});
    ASSERT_FALSE(list.ok());
    EXPECT_EQ(ErrorCode::kInvalidInput, list.error().code()) << list.error().message();
  }
  EXPECT_TRUE(closed);
}

// After the caller leaves a body, bytes of it may still arrive until the connection closes. They must not block the
// HTTP library's only thread, which serves all connections.
TEST_F(TransportFetchTest, LeavingABodyDoesNotBlockOtherRequests) {
  const TestServer server([](TestConnection& connection, const TestRequest& request) {
    if (request.head.starts_with("GET /short")) return connection.Answer(200, "here");
    connection.BeginChunked();
    for (int i = 0; i < 1000; ++i) connection.WriteChunk(Block().substr(0, 1000));
    connection.WaitForClose();
  });
  const auto transport = New(PlainConfig(server));
  for (int round = 0; round < 50; ++round) {
    const auto left = transport->Fetch({.path = "/long"}, [](std::string_view) -> Result<bool> { return false; }, {});
    ASSERT_TRUE(left.ok()) << left.error().message();
    const auto other = transport->Do({.path = "/short"}, {});
    ASSERT_TRUE(other.ok()) << "round " << round << ": " << other.error().message();
  }
}

// After the caller leaves a body, the HTTP library must close the connection before it reads the rest of the body.
// Otherwise, it would read that rest as the header of the next answer.
TEST_F(TransportFetchTest, TheConnectionOfABodyThatWasLeftIsClosedAtItsNextByte) {
  std::promise<void> left;
  std::promise<void> closed;
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk(Block().substr(0, Exchange::kMinWakeBytes));
    left.get_future().wait();
    connection.WriteChunk("more");
    connection.WaitForClose();
    closed.set_value();
  });
  const auto transport = New(PlainConfig(server));
  std::promise<void> go_on;
  const std::shared_future<void> held = go_on.get_future();
  const auto response =
      transport->Fetch({},
                       [&](std::string_view) -> Result<bool> {
                         crossplat::threadpool::shared_instance().service().post([held] { held.wait(); });
                         return false;
                       },
                       {});
  EXPECT_TRUE(response.ok()) << response.error().message();
  left.set_value();
  constexpr std::chrono::seconds kLong{30};
  EXPECT_EQ(std::future_status::ready, closed.get_future().wait_for(kLong));
  go_on.set_value();
}

TEST_F(TransportFetchTest, ARefusalIsTheResponse) {
  const TestServer server([](TestConnection& c, const TestRequest&) { c.Answer(410, "gone"); });
  const auto nothing = [](std::string_view) -> Result<bool> {
    ADD_FAILURE();
    return true;
  };
  const auto response = New(PlainConfig(server))->Fetch({}, nothing, {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ(410, response->status);
  EXPECT_EQ("gone", response->body);
}

TEST_F(TransportFetchTest, ACutBodyIsAnErrorAndSoIsSilence) {
  for (const bool cut : {false, true}) {
    const TestServer server([&](TestConnection& connection, const TestRequest&) {
      connection.BeginChunked();
      connection.WriteChunk("{\"items\":[{}");
      if (!cut) return connection.WaitForClose();
      connection.Close();
    });
    const auto transport = New(PlainConfig(server));
    Client client(*transport, {.request_timeout = std::chrono::milliseconds(200)});
    int items = 0;
    const auto list = client.List("/x", {}, [&](std::string_view) { ++items; }, {});
    ASSERT_FALSE(list.ok());
    EXPECT_EQ(cut ? ErrorCode::kUnavailable : ErrorCode::kTimeout, list.error().code()) << list.error().message();
    EXPECT_EQ(1, items);
  }
}

}  // namespace transport_fetch_test
}  // namespace structural::kube
