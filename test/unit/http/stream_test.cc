#include "http/stream.h"

#include <string>
#include <thread>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/write.hpp>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <unistd.h>

namespace structural::http {
namespace stream_test {

namespace asio = boost::asio;
using asio::ip::tcp;

TEST(Stream, SendsSmallPacketsAtOnce) {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket peer(context);
  peer.connect(acceptor.local_endpoint());
  tcp::socket accepted = acceptor.accept();
  const int socket = accepted.native_handle();
  const Stream stream(std::move(accepted));
  int on = 0;
  socklen_t size = sizeof on;
  ASSERT_EQ(0, getsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, &size));
  EXPECT_EQ(1, on);
}

// Linger() discards the bytes that the peer still sends, but at most `max` bytes. All connections share one thread,
// which must not read from one peer without end.
TEST(Stream, BoundsDiscardedBytes) {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  for (const auto& [max, left] : {std::pair<std::size_t, std::size_t>{4096, 12'288}, {8192, 8192}, {1 << 20, 0}}) {
    tcp::socket peer(context);
    peer.connect(acceptor.local_endpoint());
    tcp::socket accepted = acceptor.accept();
    tcp::socket same(context, tcp::v4(), dup(accepted.native_handle()));
    Stream stream(std::move(accepted));
    ASSERT_EQ(16'384u, asio::write(peer, asio::buffer(std::string(16'384, 'x'))));
    while (same.available() < 16'384) std::this_thread::yield();
    const auto linger = [&]() -> asio::awaitable<void> {
      stream.Close();
      co_await stream.Linger(std::chrono::milliseconds(0), max);
    };
    asio::co_spawn(context, linger(), asio::detached);
    context.restart();
    context.run();
    EXPECT_EQ(left, same.available());
  }
}

}  // namespace stream_test
}  // namespace structural::http
