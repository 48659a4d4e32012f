#include "kube/transport/tunnel.h"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kube/transport/channel.h"
#include "kube/transport/proxy_handshake.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;

constexpr std::chrono::seconds kConnectWithin{30};

// Writing to a closed connection must not end the process, and other threads handle its signals.
void BlockSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

// Returns the message of a failed Dial for a server instead of a proxy.
std::string OfServer(const std::string& failure) {
  constexpr std::string_view kNoName = "its name has no address";
  if (!failure.starts_with(kNoName)) return failure;
  return "cannot resolve the server's name" + failure.substr(kNoName.size());
}

// Maximum bytes in the kernel's buffers between the Tunnel and the library, which count like bytes
// in the library.
constexpr int kSocketBytes = 64 << 10;

void BoundBuffer(int socket, int option) {
  ::setsockopt(socket, SOL_SOCKET, option, &kSocketBytes, sizeof kSocketBytes);
}

// Limits the socket buffers of both ends of the connection. Returns false if the other end is not a
// socket of this process.
bool IsOwnSocket(int socket) {
  sockaddr_in peer{};
  socklen_t size = sizeof peer;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return false;
  BoundBuffer(socket, SO_SNDBUF);
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", failure)) {
    const int fd = std::atoi(entry.path().filename().c_str());
    sockaddr_in own{};
    size = sizeof own;
    if (::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) == 0 && size == sizeof own &&
        own.sin_family == AF_INET && own.sin_port == peer.sin_port && own.sin_addr.s_addr == peer.sin_addr.s_addr) {
      BoundBuffer(fd, SO_RCVBUF);
      return true;
    }
  }
  return false;
}

class ProxyTunnel : public Tunnel {
 public:
  explicit ProxyTunnel(Target target) : target_(std::move(target)) {}
  ~ProxyTunnel() override;

  Status Listen();
  int port() const override { return port_; }
  std::string TakeFailure() override {
    const std::lock_guard lock(mutex_);
    return std::exchange(failure_, "");
  }

 private:
  struct Connection {
    std::thread thread;
    std::atomic<bool> over = false;
  };

  void Accept();
  void Serve(int socket);
  Status Carry(Channel& client);
  void Collect();

  const Target target_;
  const int stop_ = ::eventfd(0, EFD_CLOEXEC);
  int listener_ = -1;
  int port_ = 0;
  std::mutex mutex_;
  std::string failure_;
  std::list<Connection> connections_;  // used by the acceptor's thread only
  std::thread acceptor_;
};

ProxyTunnel::~ProxyTunnel() {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(stop_, &one, sizeof one);
  if (acceptor_.joinable()) acceptor_.join();
  for (Connection& connection : connections_) connection.thread.join();
  if (listener_ >= 0) ::close(listener_);
  ::close(stop_);
}

Status ProxyTunnel::Listen() {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (listener_ < 0 || ::bind(listener_, generic, size) != 0 || ::listen(listener_, 64) != 0 ||
      ::getsockname(listener_, generic, &size) != 0) {
    return Error(ErrorCode::kUnavailable,
                 "cannot open a port for the tunnel: " + std::generic_category().message(errno));
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { Accept(); });
  return base::Ok();
}

void ProxyTunnel::Accept() {
  // Wait after a failed accept, for example if no file descriptor is left.
  constexpr int kAcceptAgainMs = 100;
  BlockSignals();
  while (true) {
    pollfd files[] = {{listener_, POLLIN, 0}, {stop_, POLLIN, 0}};
    ::poll(files, 2, -1);
    if (files[1].revents != 0) return;
    Collect();
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) {
      ::poll(&files[1], 1, kAcceptAgainMs);
      continue;
    }
    Connection& connection = connections_.emplace_back();
    connection.thread = std::thread([this, socket, &connection] {
      Serve(socket);
      connection.over = true;
    });
  }
}

// Removes finished connections.
void ProxyTunnel::Collect() {
  connections_.remove_if([](Connection& connection) {
    if (!connection.over) return false;
    connection.thread.join();
    return true;
  });
}

void ProxyTunnel::Serve(int socket) {
  Channel client(socket);
  if (!IsOwnSocket(socket)) return;
  const Status carried = Carry(client);
  if (carried.ok() || carried.error().code() == ErrorCode::kCancelled) return;
  // The failure is stored before `client` is closed, because the library then calls TakeFailure.
  const std::lock_guard lock(mutex_);
  const std::string& message = carried.error().message();
  failure_ = target_.proxy ? "proxy " + target_.proxy->Authority() + ": " + message : OfServer(message);
}

Status ProxyTunnel::Carry(Channel& client) {
  const WaitLimits limits{
      .deadline = std::chrono::steady_clock::now() + kConnectWithin, .stop = stop_, .client = client.socket()};
  const auto& [host, port, proxy, tls, window] = target_;
  const base::Result<int> socket = proxy ? Dial(proxy->host, proxy->port, limits) : Dial(host, port, limits);
  if (!socket.ok()) return socket.error();
  Channel server(*socket);
  Status step = tls == nullptr ? base::Ok() : server.StartTls(tls, limits);
  if (step.ok() && proxy) step = ConnectThroughProxy(server, *proxy, host, port, limits);
  if (!step.ok()) return step;
  Relay(client, server, stop_, window.get());
  return base::Ok();
}

}  // namespace

base::Result<std::shared_ptr<Tunnel>> Tunnel::Open(Target target) {
  auto tunnel = std::make_shared<ProxyTunnel>(std::move(target));
  const Status listening = tunnel->Listen();
  if (!listening.ok()) return listening.error();
  return std::shared_ptr<Tunnel>(std::move(tunnel));
}

}  // namespace structural::kube
