// Stream: reads and writes the bytes of one connection, plain or over TLS, until a deadline.
//
// Reads and writes first try the socket, and wait only if it is not ready. Therefore a waiting connection needs no
// buffers. TLS state is created only when a complete ClientHello has arrived, so a peer that sends less costs only a
// socket. All functions must be called on the stream's executor, which must run one operation at a time.
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

  // Sets TCP_NODELAY, so small packets are sent at once. Until EnlargeReceiveBuffer is called, the system buffers at
  // most 40 KiB of unread bytes, because they count as memory of the cgroup.
  explicit Stream(boost::asio::ip::tcp::socket socket);
  void EnlargeReceiveBuffer();

  // Sets the deadline. At the deadline the stream is closed: the waiting operation and all later ones end with an
  // error.
  void ExpireAfter(std::chrono::milliseconds time);
  bool expired() const { return expired_; }
  // Ends the waiting operation, and all later ones, with an error.
  void Close();
  bool closed() const { return closed_; }

  // Ends the waiting operation with an error. Later operations work as before.
  void Interrupt();

  // Waits until data, the end of the stream or an error can be read. Reads nothing.
  Awaitable<Error> AwaitByte();
  // Waits for a complete ClientHello, but does not read it. Other data is an error.
  Awaitable<Error> AwaitClientHello();
  // Returns whether RequestRetry can be used for the sender of the ClientHello that has arrived.
  bool CanRequestRetry() const;
  // Sends a HelloRetryRequest for the ClientHello that has arrived, and waits for the complete second ClientHello. Then
  // ShakeHands must be called with the same context. ShakeHands fails unless the second ClientHello proves that the
  // peer has read the HelloRetryRequest.
  Awaitable<Error> RequestRetry(SSL_CTX* context);
  // Does the TLS handshake. Everything afterwards is encrypted.
  Awaitable<Error> ShakeHands(SSL_CTX* context);
  // Waits for data, and reads it. Returns the number of bytes, at least 1, or an error. The end of the stream is an
  // error.
  Awaitable<std::pair<std::size_t, Error>> ReadSome(std::span<char> to);
  // Writes all bytes.
  Awaitable<Error> Write(std::string_view bytes);
  // Tells the peer that the stream ends here: sends TLS's close_notify, if the stream uses TLS, and TCP's FIN.
  void FinishWriting();
  // Reads and discards incoming bytes up to the end of the stream, or about `max` bytes.
  Awaitable<void> Discard(std::uint64_t max);

  // Linger keeps the socket of a closed stream open for `time`, so that the peer notices the end later. Frees all other
  // memory: discards unread bytes, too, but at most `max`, because a peer that sends without end must not occupy this
  // thread.
  static constexpr std::size_t kMaxLingerDiscardBytes = std::size_t{1} << 20;
  Awaitable<void> Linger(std::chrono::milliseconds time, std::size_t max = kMaxLingerDiscardBytes);

  // Waits until Resume is called, at most for `max`. Returns an error only if the stream is closed.
  Awaitable<Error> Pause(std::chrono::milliseconds max);
  void Resume() { pause_timer_.cancel(); }

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
  // Waits until the socket can be read or written, as OpenSSL's `result` requires. Returns an error for
  // another result.
  Awaitable<Error> WaitForTls(int result);

  Socket socket_;
  boost::asio::steady_timer deadline_timer_;
  boost::asio::steady_timer pause_timer_;
  std::unique_ptr<SSL, Free> ssl_;
  // The object that executor_token() points to. MoveTo replaces it by a new one.
  std::shared_ptr<void> executor_token_ = std::make_shared<int>();
  std::uint64_t number_;     // number of this stream, unique in this process
  bool must_prove_ = false;  // a HelloRetryRequest was sent, so the ClientHello must have a proof
  bool expired_ = false;
  bool closed_ = false;
};

// Creates an OpenSSL BIO that reads from and writes to a socket without raising SIGPIPE. The socket must be
// non-blocking, and must outlive the BIO, which does not own it. Returns null if no memory is available.
BIO* NewSocketBio(int socket);

}  // namespace structural::http
