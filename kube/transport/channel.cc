#include "kube/transport/channel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;

constexpr long kPartialWriteMode = SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER;

}  // namespace

Status WaitLimits::Wait(int fd, short events) const {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Error(ErrorCode::kTimeout, "no answer before the deadline");
    pollfd files[] = {{fd, events, 0}, {stop_fd, POLLIN, 0}, {client_fd, POLLRDHUP, 0}};
    ::poll(files, 3, static_cast<int>(std::min<long>(left.count(), 3'600'000)));
    if (files[1].revents != 0 || files[2].revents != 0) {
      return Error(ErrorCode::kCancelled, "cancelled");
    }
    if (files[0].revents != 0) return base::Ok();
  }
}

Channel::Channel(int socket, SSL* tls) : socket_(socket), ssl_(tls) {
  ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
  if (ssl_ != nullptr) SSL_set_mode(ssl_.get(), kPartialWriteMode);
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
  SSL_set_mode(ssl_.get(), kPartialWriteMode);
  SSL_set_fd(ssl_.get(), socket_);
  while (true) {
    ERR_clear_error();
    const int outcome = SSL_connect(ssl_.get());
    if (outcome == 1) return base::Ok();
    if (TlsProgress(outcome, 0).is_over) {
      const std::string reason = tls->TakeRefusal();
      return Error(ErrorCode::kUnavailable, "TLS: " + (reason.empty() ? "it closed the connection" : reason));
    }
    const Status ready = limits.Wait(socket_, tls_events_);
    if (!ready.ok()) return ready;
  }
}

Channel::Progress Channel::TlsProgress(int outcome, size_t bytes) {
  if (outcome > 0) {
    tls_events_ = 0;
    return {.bytes = bytes};
  }
  const int error = SSL_get_error(ssl_.get(), outcome);
  ERR_clear_error();
  if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) return {.is_over = true};
  tls_events_ = error == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
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
  return {.is_over = count == 0 || (errno != EAGAIN && errno != EINTR)};
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
  return {.is_over = errno != EAGAIN && errno != EINTR};
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
    if (progress.is_over) return Error(ErrorCode::kUnavailable, "it closed the connection");
    bytes.remove_prefix(progress.bytes);
    if (progress.bytes > 0) continue;
    const Status ready = limits.Wait(socket_, ssl_ == nullptr ? POLLOUT : tls_events_);
    if (!ready.ok()) return ready;
  }
  return base::Ok();
}

base::Result<std::string> Channel::ReadExactly(size_t size, const WaitLimits& limits) {
  std::string bytes(size, '\0');
  for (size_t at = 0; at < size;) {
    const Progress progress = Read(bytes.data() + at, size - at);
    if (progress.is_over) return Error(ErrorCode::kUnavailable, "it closed the connection");
    at += progress.bytes;
    if (progress.bytes > 0) continue;
    const Status ready = limits.Wait(socket_, ssl_ == nullptr ? POLLIN : tls_events_);
    if (!ready.ok()) return ready.error();
  }
  return bytes;
}

namespace {

using base::Result;

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

// LookUp: the result of a name resolution. It can outlive the call that started it, because the resolver cannot be
// interrupted.
struct LookUp {
  LookUp() : done(::eventfd(0, EFD_CLOEXEC)) {}
  ~LookUp() { ::close(done); }
  LookUp(const LookUp&) = delete;
  LookUp& operator=(const LookUp&) = delete;

  const int done;  // eventfd that becomes readable when the other members are set
  int failure = 0;
  std::vector<Address> addresses;
};

void Resolve(const std::shared_ptr<LookUp>& look_up, const std::string& host, int port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  look_up->failure = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    Address address{.size = at->ai_addrlen};
    std::copy_n(reinterpret_cast<const char*>(at->ai_addr), at->ai_addrlen, reinterpret_cast<char*>(&address.bytes));
    look_up->addresses.push_back(address);
  }
  if (found != nullptr) ::freeaddrinfo(found);
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(look_up->done, &one, sizeof one);
}

Result<int> Connect(const Address& address, const WaitLimits& limits) {
  const int fd = ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return Error(ErrorCode::kUnavailable, std::generic_category().message(errno));
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  KeepSocketAlive(fd);
  int failure = 0;
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address.bytes), address.size) != 0) {
    failure = errno;
  }
  if (failure == EINPROGRESS) {
    const Status ready = limits.Wait(fd, POLLOUT);
    if (!ready.ok()) {
      ::close(fd);
      return ready.error();
    }
    socklen_t size = sizeof failure;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &size);
  }
  if (failure == 0) return fd;
  ::close(fd);
  return Error(ErrorCode::kUnavailable, std::generic_category().message(failure));
}

constexpr int kIdleSeconds = 30;
constexpr int kProbeSeconds = 5;
constexpr int kProbes = 3;
constexpr int kGiveUpMilliseconds = (kIdleSeconds + kProbeSeconds * kProbes) * 1000;

// Returns the port of the peer; 0 if the descriptor is not a TCP connection.
int PeerPort(int fd) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return 0;
  if (peer.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&peer)->sin_port);
  if (peer.ss_family == AF_INET6) return ntohs(reinterpret_cast<sockaddr_in6*>(&peer)->sin6_port);
  return 0;
}

void Set(int fd, int level, int option, int value) { ::setsockopt(fd, level, option, &value, sizeof value); }

// Calls `use` for the socket of every TCP connection of this process to this port of a peer.
void ForEachConnection(int peer_port, void (*use)(int fd)) {
  const std::unique_ptr<DIR, int (*)(DIR*)> files(::opendir("/proc/self/fd"), &::closedir);
  if (files == nullptr) return;
  while (const dirent* entry = ::readdir(files.get())) {
    const int fd = std::atoi(entry->d_name);
    if (fd >= 3 && PeerPort(fd) == peer_port) use(fd);
  }
}

}  // namespace

Result<int> Dial(const std::string& host, int port, const WaitLimits& limits) {
  const auto look_up = std::make_shared<LookUp>();
  std::thread([look_up, host, port] { Resolve(look_up, host, port); }).detach();
  const Status looked_up = limits.Wait(look_up->done, POLLIN);
  if (!looked_up.ok()) return looked_up.error();
  // Reads the eventfd, because only the read guarantees that earlier writes of the resolver's thread are visible; poll
  // does not.
  uint64_t one = 0;
  [[maybe_unused]] const ssize_t got = ::read(look_up->done, &one, sizeof one);
  if (look_up->failure != 0) {
    return Error(ErrorCode::kUnavailable, std::string("its name has no address: ") + ::gai_strerror(look_up->failure));
  }
  Result<int> socket = Error(ErrorCode::kUnavailable, "its name has no address");
  for (const Address& address : look_up->addresses) {
    socket = Connect(address, limits);
    if (socket.ok() || socket.error().code() != ErrorCode::kUnavailable) return socket;
  }
  return socket.error().In("cannot connect");
}

void KeepAlive(int peer_port) { ForEachConnection(peer_port, KeepSocketAlive); }

void ResetOnClose(int peer_port) {
  ForEachConnection(peer_port, [](int fd) {
    const linger none{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  });
}

void KeepSocketAlive(int fd) {
  Set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  Set(fd, IPPROTO_TCP, TCP_KEEPIDLE, kIdleSeconds);
  Set(fd, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  Set(fd, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  Set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, kGiveUpMilliseconds);
}

namespace {

constexpr size_t kRoom = size_t{64} << 10;
// Interval of checks whether reading can continue after a pause, in milliseconds.
constexpr int kPauseMs = 5;

// Flow: copies bytes in one direction, from one channel to another.
class Flow {
 public:
  Flow(Channel& from, Channel& to, ReceiveWindow* window) : from_(from), to_(to), window_(window), answers_(window) {}

  // Returns whether a byte was read or written.
  bool Step() {
    bool progress = false;
    if (Reads()) {
      std::array<char, 16384> block;
      const Channel::Progress read = from_.Read(block.data(), block.size());
      held_.append(block.data(), read.bytes);
      ended_ = read.is_over;
      broken_ = window_ != nullptr && !answers_.Add({block.data(), read.bytes});
      progress = read.is_over || read.bytes > 0;
    }
    if (!broken_ && Writes()) {
      const Channel::Progress written = to_.Write(held_);
      held_.erase(0, written.bytes);
      broken_ = written.is_over;
      progress = progress || written.is_over || written.bytes > 0;
    }
    return progress;
  }

  // Stores whether the ReceiveWindow is paused. The result of Paused stays the same until the next call, so that poll()
  // gets events and a timeout that belong together.
  void UpdatePause() { paused_ = window_ != nullptr && window_->paused(); }
  bool Paused() const { return paused_; }
  bool Reads() const { return !ended_ && held_.size() < kRoom && !Paused(); }
  bool Writes() const { return !held_.empty(); }
  bool over() const { return broken_ || (ended_ && held_.empty()); }

 private:
  Channel& from_;
  Channel& to_;
  ReceiveWindow* const window_;
  AnswerCounter answers_;
  std::string held_;
  bool paused_ = false;
  bool ended_ = false;   // all data of the source was read
  bool broken_ = false;  // the target accepts no more data, or the window's limit was exceeded
};

short Events(const Flow& reading, const Flow& writing, const Channel& channel) {
  int events = channel.tls_events();
  if (reading.Reads()) events |= POLLIN;
  if (writing.Writes()) events |= POLLOUT;
  return static_cast<short>(events);
}

}  // namespace

void Relay(Channel& a, Channel& b, int stop, ReceiveWindow* window) {
  Flow there(a, b, nullptr);
  Flow back(b, a, window);
  while (!there.over() && !back.over()) {
    back.UpdatePause();
    const bool one = there.Step();
    const bool other = back.Step();
    if (one || other) continue;
    pollfd files[] = {
        {a.socket(), Events(there, back, a), 0}, {b.socket(), Events(back, there, b), 0}, {stop, POLLIN, 0}};
    // Excludes sockets without requested events from poll(), which would return at once if their peers are closed.
    for (pollfd& file : files) {
      if (file.events == 0) file.fd = -1;
    }
    ::poll(files, 3, back.Paused() ? kPauseMs : -1);
    if (files[2].revents != 0) return;
  }
  a.EndWriting();
  b.EndWriting();
}

}  // namespace structural::kube
