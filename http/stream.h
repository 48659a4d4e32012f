// Stream: the bytes of one connection, plain or over TLS, with a deadline.
//
// Reads and writes use the socket at once and wait only if it is not ready: a waiting connection
// has no buffers. TLS begins when a complete ClientHello has arrived, so peers that send less cost
// only a socket. All functions except Close must be called on the stream's executor, one operation
// at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>  // the next header needs it and does not include it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <openssl/bio.h>
#include <openssl/ssl.h>

namespace structural::http {

class Stream {
 public:
  using Error = boost::system::error_code;
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;

  // Sends small packets at once (TCP_NODELAY). The system buffers 40 KiB of unread bytes, which
  // count for the cgroup's memory, until WidenBuffer.
  explicit Stream(boost::asio::ip::tcp::socket socket);
  void WidenBuffer();

  // Operations that wait longer end with an error, as do all later ones.
  void ExpireAfter(std::chrono::milliseconds time);
  bool expired() const { return expired_; }
  // Ends the waiting operation, and all later ones, with an error.
  void Close();
  bool closed() const { return closed_; }

  // Ends the waiting operation with an error.
  void Interrupt();

  // Waits until a read may return data. Reads no byte.
  Awaitable<Error> AwaitByte();
  // Waits for a complete ClientHello; other data is an error. Reads no byte.
  Awaitable<Error> AwaitClientHello();
  // Returns whether RequestRetry can be used for the sender of the ClientHello that has arrived.
  bool CanRequestRetry() const;
  // Sends a HelloRetryRequest for the ClientHello that has arrived, and waits for the complete
  // second ClientHello. ShakeHands, with the same context, fails unless it proves that the peer has
  // read the request.
  Awaitable<Error> RequestRetry(SSL_CTX* context);
  // Does the TLS handshake. Everything afterwards is encrypted.
  Awaitable<Error> ShakeHands(SSL_CTX* context);
  // Reads at least one byte, unless it returns an error; the end of the stream is an error.
  Awaitable<std::pair<std::size_t, Error>> ReadSome(std::span<char> to);
  // Writes all bytes.
  Awaitable<Error> Write(std::string_view bytes);
  // Announces that nothing more will be written.
  void FinishWriting();
  // Discards incoming bytes up to the end of the stream, `max` at most.
  Awaitable<void> Discard(std::uint64_t max);

  // Keeps the socket of a closed stream open for this time, and frees everything else, so that the
  // peer notices the end later. Before that, discards unread bytes, `max` at most, because a peer
  // that sends without end must not occupy this thread.
  static constexpr std::size_t kLingerDiscard = std::size_t{1} << 20;
  Awaitable<void> Linger(std::chrono::milliseconds time, std::size_t max = kLingerDiscard);

  // Waits for Resume, at most for `max`. Returns an error if the stream is closed.
  Awaitable<Error> Pause(std::chrono::milliseconds max);
  void Resume() { paused_.cancel(); }

  // Returns a pointer that expires when the stream is destroyed or moves to another executor.
  std::weak_ptr<void> executor_token() const { return executor_token_; }
  boost::asio::any_io_executor executor() { return socket_.get_executor(); }
  // Moves the stream to another executor. Precondition: no operation waits.
  void MoveTo(const boost::asio::any_io_executor& executor);

 private:
  using Socket = boost::asio::ip::tcp::socket;
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  Awaitable<Error> Wait(Socket::wait_type what);
  Awaitable<Error> AwaitBytes(int bytes);
  bool NewTls(SSL_CTX* context);
  // Waits for the event that OpenSSL's result requires.
  Awaitable<Error> WaitForTls(int result);

  Socket socket_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer paused_;
  std::unique_ptr<SSL, Free> ssl_;
  // The object that home() points to. MoveTo replaces it by a new one.
  std::shared_ptr<void> executor_token_ = std::make_shared<int>();
  std::uint64_t number_;  // number of this stream, unique in this process
  bool must_prove_ = false;
  bool expired_ = false;
  bool closed_ = false;
};

// Creates an OpenSSL BIO over a socket that never raises SIGPIPE. Does not own the socket, which
// must be non-blocking. Returns null without memory.
BIO* NewSocketBio(int socket);

}  // namespace structural::http
