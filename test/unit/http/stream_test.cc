#include "http/stream.h"

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

}  // namespace stream_test
}  // namespace structural::http
