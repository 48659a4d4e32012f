#include "http/stream.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>
#include <netinet/tcp.h>

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

// The thread of all other connections must not read for a peer that sends without end.
TEST(Stream, LingersAlthoughThePeerSendsWithoutEnd) {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  tcp::socket peer(context);
  peer.connect(acceptor.local_endpoint());
  auto stream = std::make_unique<Stream>(acceptor.accept());
  stream->WidenBuffer();
  std::atomic<bool> sends = false;
  std::jthread sender([&](std::stop_token stop) {
    const std::string much(1 << 20, 'x');
    while (!stop.stop_requested() && send(peer.native_handle(), much.data(), much.size(), MSG_NOSIGNAL) > 0) sends = true;
  });
  while (!sends) std::this_thread::yield();
  bool done = false;
  const auto linger = [&]() -> asio::awaitable<void> {
    stream->Close();
    co_await stream->Linger(std::chrono::milliseconds(1));
    done = true;
  };
  asio::co_spawn(context, linger(), asio::detached);
  context.run_for(std::chrono::seconds(20));
  EXPECT_TRUE(done);
  stream.reset();  // the sender sees the end
}

}  // namespace stream_test
}  // namespace structural::http
