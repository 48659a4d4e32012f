#include "kube/transport/socket_options.h"

#include <cstdlib>
#include <memory>

#include <dirent.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace structural::kube {
namespace {

constexpr int kIdleSeconds = 30;
constexpr int kProbeSeconds = 5;
constexpr int kProbes = 3;
constexpr int kGiveUpMilliseconds = (kIdleSeconds + kProbeSeconds * kProbes) * 1000;

// 0 for what is no TCP connection.
int PeerPort(int fd) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return 0;
  if (peer.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&peer)->sin_port);
  if (peer.ss_family == AF_INET6) return ntohs(reinterpret_cast<sockaddr_in6*>(&peer)->sin6_port);
  return 0;
}

void Set(int fd, int level, int option, int value) {
  ::setsockopt(fd, level, option, &value, sizeof value);
}

}  // namespace

void KeepAlive(int peer_port) {
  const std::unique_ptr<DIR, int (*)(DIR*)> files(::opendir("/proc/self/fd"), &::closedir);
  if (files == nullptr) return;
  while (const dirent* entry = ::readdir(files.get())) {
    const int fd = std::atoi(entry->d_name);
    if (fd < 3 || PeerPort(fd) != peer_port) continue;
    KeepSocketAlive(fd);
  }
}

void KeepSocketAlive(int fd) {
  Set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  Set(fd, IPPROTO_TCP, TCP_KEEPIDLE, kIdleSeconds);
  Set(fd, IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  Set(fd, IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  Set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, kGiveUpMilliseconds);
}

}  // namespace structural::kube
