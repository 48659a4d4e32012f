// Stream: the bytes of one connection, plain or by TLS, with a deadline.
//
// Reads and writes go to the socket at once and wait only where it has nothing: a connection that
// waits holds no buffers. TLS begins when a whole ClientHello has come, so that peers which send
// less cost a socket and no more. Everything but Close happens on the stream's executor, one
// operation at a time.
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

  // Sends small packets at once (TCP_NODELAY). The system keeps 40 KiB of bytes that are not read
  // yet, until WidenBuffer: a cgroup is charged for them.
  explicit Stream(boost::asio::ip::tcp::socket socket);
  void WidenBuffer();

  // What waits longer ends with an error, and so does everything after it.
  void ExpireAfter(std::chrono::milliseconds time);
  bool expired() const { return expired_; }
  // Ends what waits, and everything after it, with an error.
  void Close();
  bool closed() const { return closed_; }

  // Ends what waits with an error.
  void Interrupt();

  // Waits until there may be something to read. Takes no byte away.
  Awaitable<Error> AwaitByte();
  // Waits for a whole ClientHello; an error where something else comes. Takes no byte away.
  Awaitable<Error> AwaitClientHello();
  // Of the ClientHello that has come: whether AskForProof can ask its sender.
  bool CanProve() const;
  // Asks the sender of the ClientHello that has come for another one, and waits for that as a
  // whole. It has to show that it has read the question: ShakeHands, with the same context, fails
  // otherwise.
  Awaitable<Error> AskForProof(SSL_CTX* context);
  // From here on everything is encrypted.
  Awaitable<Error> ShakeHands(SSL_CTX* context);
  // At least one byte, unless there is an error; the end of the stream is one.
  Awaitable<std::pair<std::size_t, Error>> ReadSome(std::span<char> to);
  // All of it.
  Awaitable<Error> Write(std::string_view bytes);
  // Says that nothing more will be written.
  void FinishWriting();
  // Throws away what comes, up to its end or so many bytes.
  Awaitable<void> Discard(std::uint64_t most);

  // Keeps the socket of a closed stream open for this time, and frees everything else: the peer notices the end later.
  // Discards unread bytes before, `most` at most: a peer that sends without end must not keep this thread.
  static constexpr std::size_t kLingerDiscard = std::size_t{1} << 20;
  Awaitable<void> Linger(std::chrono::milliseconds time, std::size_t most = kLingerDiscard);

  // Waits for Resume, for so long at most. An error: the stream is closed.
  Awaitable<Error> Pause(std::chrono::milliseconds most);
  void Resume() { paused_.cancel(); }

  // Expires when the stream goes, or goes on somewhere else.
  std::weak_ptr<void> home() const { return lives_; }
  boost::asio::any_io_executor executor() { return socket_.get_executor(); }
  // Goes on there. Nothing may wait on it.
  void MoveTo(const boost::asio::any_io_executor& executor);

 private:
  using Socket = boost::asio::ip::tcp::socket;
  struct Free {
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };

  Awaitable<Error> Wait(Socket::wait_type what);
  Awaitable<Error> AwaitBytes(int bytes);
  bool NewTls(SSL_CTX* context);
  // For what OpenSSL has returned.
  Awaitable<Error> WaitForTls(int result);

  Socket socket_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer paused_;
  std::unique_ptr<SSL, Free> ssl_;
  std::shared_ptr<void> lives_ = std::make_shared<int>();  // on this executor
  std::uint64_t number_;  // no other one of this process has it
  bool must_prove_ = false;
  bool expired_ = false;
  bool closed_ = false;
};

// An OpenSSL BIO over a socket that never raises SIGPIPE.
// Does not own the socket, which must not block. Null: no memory.
BIO* NewSocketBio(int socket);

}  // namespace structural::http
