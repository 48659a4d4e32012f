#include "kube/transport/channel.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;

constexpr long kAsFarAsItGoes = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER;

}  // namespace

Status WaitLimits::Wait(int fd, short events) const {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Error(ErrorCode::kTimeout, "no answer before the deadline");
    pollfd files[] = {{fd, events, 0}, {stop, POLLIN, 0}, {client, POLLRDHUP, 0}};
    ::poll(files, 3, static_cast<int>(std::min<long>(left.count(), 3'600'000)));
    if (files[1].revents != 0 || files[2].revents != 0) {
      return Error(ErrorCode::kCancelled, "cancelled");
    }
    if (files[0].revents != 0) return base::Ok();
  }
}

Channel::Channel(int socket, SSL* tls) : socket_(socket), ssl_(tls) {
  ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
  if (ssl_ != nullptr) SSL_set_mode(ssl_.get(), kAsFarAsItGoes);
}

Channel::~Channel() {
  ssl_.reset();
  ::close(socket_);
}

Status Channel::StartTls(const std::shared_ptr<TlsClient>& tls, const WaitLimits& limits) {
  context_.reset(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
  tls->Configure(context_.get());
  ssl_.reset(SSL_new(context_.get()));
  SSL_set_mode(ssl_.get(), kAsFarAsItGoes);
  SSL_set_fd(ssl_.get(), socket_);
  while (true) {
    ERR_clear_error();
    const int outcome = SSL_connect(ssl_.get());
    if (outcome == 1) return base::Ok();
    if (TlsProgress(outcome, 0).over) {
      const std::string reason = tls->TakeRefusal();
      return Error(ErrorCode::kUnavailable, "TLS: " + (reason.empty() ? "it closed the connection" : reason));
    }
    const Status ready = limits.Wait(socket_, events_);
    if (!ready.ok()) return ready;
  }
}

Channel::Progress Channel::TlsProgress(int outcome, size_t bytes) {
  if (outcome > 0) {
    events_ = 0;
    return {.bytes = bytes};
  }
  const int error = SSL_get_error(ssl_.get(), outcome);
  ERR_clear_error();
  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return {.over = true};
  events_ = error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
  return {};
}

Channel::Progress Channel::Read(char* bytes, size_t size) {
  if (ssl_ != nullptr) {
    size_t count = 0;
    ERR_clear_error();
    const int outcome = SSL_read_ex(ssl_.get(), bytes, size, &count);
    return TlsProgress(outcome, count);
  }
  const ssize_t count = ::recv(socket_, bytes, size, 0);
  if (count > 0) return {.bytes = static_cast<size_t>(count)};
  return {.over = count == 0 || (errno != EAGAIN && errno != EINTR)};
}

Channel::Progress Channel::Write(std::string_view bytes) {
  if (ssl_ != nullptr) {
    size_t count = 0;
    ERR_clear_error();
    const int outcome = SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &count);
    return TlsProgress(outcome, count);
  }
  const ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count >= 0) return {.bytes = static_cast<size_t>(count)};
  return {.over = errno != EAGAIN && errno != EINTR};
}

void Channel::EndWriting() {
  if (ssl_ != nullptr) {
    SSL_shutdown(ssl_.get());
    ERR_clear_error();
  }
  ::shutdown(socket_, SHUT_WR);
}

Status Channel::WriteAll(std::string_view bytes, const WaitLimits& limits) {
  while (!bytes.empty()) {
    const Progress progress = Write(bytes);
    if (progress.over) return Error(ErrorCode::kUnavailable, "it closed the connection");
    bytes.remove_prefix(progress.bytes);
    if (progress.bytes > 0) continue;
    const Status ready = limits.Wait(socket_, ssl_ == nullptr ? POLLOUT : events_);
    if (!ready.ok()) return ready;
  }
  return base::Ok();
}

base::Result<std::string> Channel::ReadExactly(size_t size, const WaitLimits& limits) {
  std::string bytes(size, '\0');
  for (size_t at = 0; at < size;) {
    const Progress progress = Read(bytes.data() + at, size - at);
    if (progress.over) return Error(ErrorCode::kUnavailable, "it closed the connection");
    at += progress.bytes;
    if (progress.bytes > 0) continue;
    const Status ready = limits.Wait(socket_, ssl_ == nullptr ? POLLIN : events_);
    if (!ready.ok()) return ready.error();
  }
  return bytes;
}

}  // namespace structural::kube
