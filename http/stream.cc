#include "http/stream.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <string>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>

#include "http/client_hello.h"

namespace structural::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using StreamError = Stream::Error;

// Size in bytes of a socket's receive buffer: before EnlargeReceiveBuffer, when it must have space for a ClientHello,
// and after it. The system doubles these sizes for its own use.
constexpr int kUnreadBytes = 20 * 1024;
constexpr int kBufferBytes = 64 * 1024;
#ifndef SO_BUF_LOCK
constexpr int SO_BUF_LOCK = 72;
#endif
// Number of bytes that are discarded with one read.
constexpr std::size_t kDiscardBytes = 4096;
// Maximum number of times that AwaitBytes waits for the socket.
constexpr int kMaxWakes = 8;

StreamError NoTls() { return make_error_code(boost::system::errc::protocol_error); }

StreamError Errno() { return {errno, boost::system::system_category()}; }

bool WouldBlock(const StreamError& error) {
  return error == asio::error::would_block || error == asio::error::interrupted;
}

std::uint64_t NextNumber() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

// Returns received bytes, at most `max`, and leaves them in the socket.
std::string Peek(int socket, std::size_t max) {
  std::string bytes(max, '\0');
  const ssize_t come = recv(socket, bytes.data(), max, MSG_PEEK | MSG_DONTWAIT);
  bytes.resize(come > 0 ? static_cast<std::size_t>(come) : 0);
  return bytes;
}

bool PeerHasEnded(int socket) {
  pollfd look{.fd = socket, .events = POLLIN | POLLRDHUP, .revents = 0};
  return poll(&look, 1, 0) > 0 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace

Stream::Stream(tcp::socket socket)
    : socket_(std::move(socket)),
      deadline_timer_(socket_.get_executor()),
      pause_timer_(socket_.get_executor()),
      number_(NextNumber()) {
  // Without no_delay, an answer waits for the peer's delayed ACK (40 ms) of earlier data, such as the
  // tickets at the end of a TLS handshake.
  StreamError ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::receive_buffer_size(kUnreadBytes), ignored);
}

void Stream::EnlargeReceiveBuffer() {
  StreamError ignored;
  socket_.set_option(asio::socket_base::receive_buffer_size(kBufferBytes), ignored);
  // Lets the system choose the size of the receive buffer again (Linux 5.15).
  const int unlocked = 0;
  setsockopt(socket_.native_handle(), SOL_SOCKET, SO_BUF_LOCK, &unlocked, sizeof unlocked);
}

void Stream::ExpireAfter(std::chrono::milliseconds time) {
  deadline_timer_.expires_after(time);
  deadline_timer_.async_wait([this, lives = std::weak_ptr<void>(executor_token_)](StreamError error) {
    if (error || lives.expired()) return;
    if (deadline_timer_.expiry() > std::chrono::steady_clock::now()) return;  // the deadline was moved
    expired_ = true;
    Close();
  });
}

void Stream::Close() {
  closed_ = true;
  Interrupt();
}

void Stream::Interrupt() {
  StreamError ignored;
  socket_.cancel(ignored);
  pause_timer_.cancel();
}

Stream::Awaitable<StreamError> Stream::Wait(Socket::wait_type what) {
  StreamError error = asio::error::operation_aborted;
  if (closed_) co_return error;
  co_await socket_.async_wait(what, asio::redirect_error(asio::use_awaitable, error));
  if (closed_) error = asio::error::operation_aborted;
  co_return error;
}

Stream::Awaitable<StreamError> Stream::Pause(std::chrono::milliseconds max) {
  StreamError error = asio::error::operation_aborted;
  if (closed_) co_return error;
  pause_timer_.expires_after(max);
  co_await pause_timer_.async_wait(asio::redirect_error(asio::use_awaitable, error));
  co_return closed_ ? StreamError(asio::error::operation_aborted) : StreamError();
}

// Waits until the socket has received `bytes` bytes. Uses SO_RCVLOWAT, so that single bytes of a slow peer cause no
// work. Returns an error if the peer ends the stream before. Can return without the bytes after kMaxWakes waits.
Stream::Awaitable<StreamError> Stream::AwaitBytes(int bytes) {
  const int socket = socket_.native_handle();
  setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes);
  for (int wakes = 0; wakes < kMaxWakes; ++wakes) {
    const StreamError error = co_await Wait(Socket::wait_read);
    if (error) co_return error;
    StreamError ignored;
    if (socket_.available(ignored) >= static_cast<std::size_t>(bytes)) break;
    if (PeerHasEnded(socket)) co_return asio::error::eof;
  }
  co_return StreamError();
}

Stream::Awaitable<StreamError> Stream::AwaitByte() {
  if (ssl_ != nullptr && SSL_has_pending(ssl_.get()) == 1) co_return StreamError();
  co_return co_await Wait(Socket::wait_read);
}

Stream::Awaitable<StreamError> Stream::AwaitClientHello() {
  const int socket = socket_.native_handle();
  StreamError error = co_await AwaitBytes(kHelloPrefixBytes);
  std::string prefix = Peek(socket, kHelloPrefixBytes);
  if (!error && must_prove_ && prefix.starts_with(kChangeCipherSpec)) {
    recv(socket, prefix.data(), kChangeCipherSpec.size(), MSG_DONTWAIT);
    error = co_await AwaitBytes(kHelloPrefixBytes);
    prefix = Peek(socket, kHelloPrefixBytes);
  }
  if (error) co_return error;
  if (prefix.size() == kHelloPrefixBytes) {
    const std::size_t size = ClientHelloSize(prefix);
    if (size == 0) co_return NoTls();
    error = co_await AwaitBytes(static_cast<int>(size));
  }
  const int one = 1;
  setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &one, sizeof one);
  co_return error;
}

bool Stream::CanRequestRetry() const {
  const int socket = const_cast<Socket&>(socket_).native_handle();
  const std::string prefix = Peek(socket, kHelloPrefixBytes);
  return prefix.size() == kHelloPrefixBytes && OffersTls13(Peek(socket, ClientHelloSize(prefix)));
}

bool Stream::NewTls(SSL_CTX* context) {
  ERR_clear_error();
  ssl_.reset(SSL_new(context));
  BIO* const bio = NewSocketBio(socket_.native_handle());
  if (ssl_ != nullptr && bio != nullptr) SSL_set_bio(ssl_.get(), bio, bio);
  return ssl_ != nullptr && bio != nullptr;
}

Stream::Awaitable<StreamError> Stream::RequestRetry(SSL_CTX* context) {
  if (!NewTls(context)) co_return asio::error::no_memory;
  const RetryProof proof = CheckRetryProof(ssl_.get(), number_);
  ssl_.reset();
  if (proof != RetryProof::kRetryRequested) co_return NoTls();
  must_prove_ = true;
  co_return co_await AwaitClientHello();
}

Stream::Awaitable<StreamError> Stream::WaitForTls(int result) {
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ: return Wait(Socket::wait_read);
    case SSL_ERROR_WANT_WRITE: return Wait(Socket::wait_write);
    default: break;
  }
  return []() -> Awaitable<StreamError> { co_return asio::error::eof; }();
}

Stream::Awaitable<StreamError> Stream::ShakeHands(SSL_CTX* context) {
  if (!NewTls(context)) co_return asio::error::no_memory;
  SSL_set_mode(ssl_.get(),
               SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_set_read_ahead(ssl_.get(), 1);
  if (must_prove_ && CheckRetryProof(ssl_.get(), number_) != RetryProof::kGiven) co_return NoTls();
  for (;;) {
    ERR_clear_error();
    const int result = SSL_accept(ssl_.get());
    if (result == 1) co_return StreamError();
    const StreamError error = co_await WaitForTls(result);
    if (error) co_return error;
  }
}

Stream::Awaitable<std::pair<std::size_t, StreamError>> Stream::ReadSome(std::span<char> to) {
  StreamError error;
  while (!error && !closed_) {
    std::size_t n = 0;
    if (ssl_ != nullptr) {
      ERR_clear_error();
      const int result = SSL_read_ex(ssl_.get(), to.data(), to.size(), &n);
      if (result == 1) co_return std::pair(n, error);
      error = co_await WaitForTls(result);
      continue;
    }
    const ssize_t come = recv(socket_.native_handle(), to.data(), to.size(), MSG_DONTWAIT);
    if (come > 0) co_return std::pair(static_cast<std::size_t>(come), error);
    error = come == 0 ? StreamError(asio::error::eof) : Errno();
    if (WouldBlock(error)) error = co_await Wait(Socket::wait_read);
  }
  co_return std::pair(std::size_t{0}, error ? error : StreamError(asio::error::operation_aborted));
}

Stream::Awaitable<StreamError> Stream::Write(std::string_view bytes) {
  StreamError error;
  while (!error && !closed_ && !bytes.empty()) {
    std::size_t n = 0;
    if (ssl_ != nullptr) {
      ERR_clear_error();
      const int result = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &n);
      if (result != 1) error = co_await WaitForTls(result);
    } else {
      const ssize_t sent = send(socket_.native_handle(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0) error = Errno();
      if (WouldBlock(error)) error = co_await Wait(Socket::wait_write);
      if (sent > 0) n = static_cast<std::size_t>(sent);
    }
    bytes.remove_prefix(n);
  }
  co_return !error && closed_ ? StreamError(asio::error::operation_aborted) : error;
}

void Stream::FinishWriting() {
  if (ssl_ != nullptr && SSL_is_init_finished(ssl_.get())) {
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
  }
  StreamError ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
}

Stream::Awaitable<void> Stream::Discard(std::uint64_t max) {
  std::array<char, kDiscardBytes> ignored;
  StreamError error;
  while (!error && max > 0) {
    const ssize_t come = recv(socket_.native_handle(), ignored.data(), ignored.size(), MSG_DONTWAIT);
    if (come > 0) {
      max -= std::min(max, static_cast<std::uint64_t>(come));
      continue;
    }
    error = come == 0 ? StreamError(asio::error::eof) : Errno();
    if (WouldBlock(error)) error = co_await Wait(Socket::wait_read);
  }
}

Stream::Awaitable<void> Stream::Linger(std::chrono::milliseconds time, std::size_t max) {
  ssl_.reset();
  StreamError ignored;
  // Sets the minimum size of the receive buffer, by which the system replaces 0.
  socket_.set_option(asio::socket_base::receive_buffer_size(0), ignored);
  std::array<char, kDiscardBytes> unread;
  for (std::size_t taken = 0; taken < max; taken += unread.size()) {
    if (recv(socket_.native_handle(), unread.data(), unread.size(), MSG_DONTWAIT) <= 0) break;
  }
  deadline_timer_.expires_after(time);
  co_await deadline_timer_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

void Stream::MoveTo(const asio::any_io_executor& executor) {
  executor_token_ = std::make_shared<int>();
  StreamError error;
  const auto protocol = socket_.local_endpoint(error).protocol();
  socket_ = Socket(executor, protocol, socket_.release());
  deadline_timer_ = asio::steady_timer(executor);
  pause_timer_ = asio::steady_timer(executor);
}

namespace {

int SocketOf(BIO* bio) { return static_cast<int>(reinterpret_cast<std::intptr_t>(BIO_get_data(bio))); }

bool WouldBlock(ssize_t n) { return n < 0 && (errno == EAGAIN || errno == EINTR); }

int Write(BIO* bio, const char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t n = send(SocketOf(bio), bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (WouldBlock(n)) BIO_set_retry_write(bio);
  return static_cast<int>(n);
}

int Read(BIO* bio, char* bytes, int size) {
  BIO_clear_retry_flags(bio);
  const ssize_t n = recv(SocketOf(bio), bytes, static_cast<std::size_t>(size), MSG_DONTWAIT);
  if (WouldBlock(n)) BIO_set_retry_read(bio);
  return static_cast<int>(n);
}

long Control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }

BIO_METHOD* NewMethod() {
  BIO_METHOD* method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
  BIO_meth_set_write(method, Write);
  BIO_meth_set_read(method, Read);
  BIO_meth_set_ctrl(method, Control);
  return method;
}

}  // namespace

BIO* NewSocketBio(int socket) {
  static BIO_METHOD* const method = NewMethod();
  BIO* bio = BIO_new(method);
  if (bio == nullptr) return nullptr;
  BIO_set_data(bio, reinterpret_cast<void*>(static_cast<std::intptr_t>(socket)));
  BIO_set_init(bio, 1);
  return bio;
}

}  // namespace structural::http
