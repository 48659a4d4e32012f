// RawClient: a TCP connection on which a test sends any bytes, whether they are valid HTTP or not.
#pragma once

#include <cerrno>
#include <cstdint>
#include <string>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace structural::http {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    // Maximum duration of a read; a read that takes longer fails the test.
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(0, connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to));
  }
  ~RawClient() { close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // Returns whether all bytes were sent; false, for example, if the peer has closed the connection.
  bool Send(const std::string& bytes) {
    return send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }

  // Reports whether the peer has closed the connection. Does not wait. Precondition: no unread bytes of the peer exist.
  bool Ended() const {
    char byte;
    return recv(socket_, &byte, 1, MSG_DONTWAIT) != -1 || (errno != EAGAIN && errno != EWOULDBLOCK);
  }

  // Reads until `end` arrives, or until the peer closes the connection. Returns all bytes that were read, including
  // `end`.
  std::string ReadUntil(const std::string& end) {
    std::string text;
    for (char byte; !text.ends_with(end) && recv(socket_, &byte, 1, 0) == 1;) text += byte;
    return text;
  }

  // Reads until the peer closes the connection.
  std::string ReadToEnd() {
    std::string text;
    for (char byte; recv(socket_, &byte, 1, 0) == 1;) text += byte;
    return text;
  }

 private:
  const int socket_;
};

}  // namespace structural::http
