#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kube/transport/channel.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

struct Address {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

// A name resolution that can outlive its callers, because the resolver cannot be interrupted.
struct LookUp {
  LookUp() : done(::eventfd(0, EFD_CLOEXEC)) {}
  ~LookUp() { ::close(done); }
  LookUp(const LookUp&) = delete;
  LookUp& operator=(const LookUp&) = delete;

  const int done;  // readable after the other members are set
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

// Returns 0 if it is not a TCP connection.
int PeerPort(int fd) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return 0;
  if (peer.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&peer)->sin_port);
  if (peer.ss_family == AF_INET6) return ntohs(reinterpret_cast<sockaddr_in6*>(&peer)->sin6_port);
  return 0;
}

void Set(int fd, int level, int option, int value) { ::setsockopt(fd, level, option, &value, sizeof value); }

// Calls `use` for the socket of every TCP connection of this process to that port.
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
  // The read makes earlier writes of the resolver's thread visible; poll alone does not guarantee
  // that.
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

}  // namespace structural::kube
