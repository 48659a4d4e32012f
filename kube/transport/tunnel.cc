#include "kube/transport/tunnel.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <boost/asio/ip/address.hpp>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kube/transport/channel.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

constexpr size_t kMaxHead = size_t{16} << 10;

std::string ConnectRequest(const ProxyUrl& url, const std::string& authority) {
  std::string request = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  if (!url.username.empty() || !url.password.empty()) {
    request += "Proxy-Authorization: Basic " + go::EncodeBase64(url.username + ":" + url.password) + "\r\n";
  }
  return request + "\r\n";
}

Error HttpRefusal(const std::string& head) {
  // The status line is like "HTTP/1.1 407 Proxy Authentication Required".
  std::string status = head.substr(9, head.find("\r\n") - 9).substr(0, 100);
  std::replace_if(
      status.begin(), status.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  const bool credentials = status.starts_with("407");
  return {ErrorCode::kUnavailable,
          "it answered " + status + (credentials ? "; put its user and password into the proxy's URL" : "")};
}

constexpr char kVersion = 5;
constexpr char kNoLogin = 0;
constexpr char kPassword = 2;
constexpr char kNone = '\xFF';

Error SocksRefusal(const std::string& what) { return {ErrorCode::kUnavailable, what}; }

Status LogIn(Channel& proxy, const ProxyUrl& url, const WaitLimits& limits) {
  if (url.username.empty() || url.username.size() > 255 || url.password.size() > 255) {
    return SocksRefusal("it requires a user and a password of at most 255 bytes in the proxy's URL");
  }
  const std::string request = std::string(1, '\1') + static_cast<char>(url.username.size()) + url.username +
                              static_cast<char>(url.password.size()) + url.password;
  const Status sent = proxy.WriteAll(request, limits);
  if (!sent.ok()) return sent;
  const Result<std::string> answer = proxy.ReadExactly(2, limits);
  if (!answer.ok()) return answer.error();
  return (*answer)[1] == 0 ? base::Ok() : Status(SocksRefusal("it refused the user or password"));
}

Status Greet(Channel& proxy, const ProxyUrl& url, const WaitLimits& limits) {
  const std::string methods =
      url.username.empty() ? std::string{kVersion, 1, kNoLogin} : std::string{kVersion, 2, kNoLogin, kPassword};
  const Status sent = proxy.WriteAll(methods, limits);
  if (!sent.ok()) return sent;
  const Result<std::string> answer = proxy.ReadExactly(2, limits);
  if (!answer.ok()) return answer.error();
  if ((*answer)[0] != kVersion) return SocksRefusal("it does not speak SOCKS 5");
  const char method = (*answer)[1];
  if (method == kNoLogin) return base::Ok();
  if (method == kPassword || (method == kNone && url.username.empty())) {
    return LogIn(proxy, url, limits);
  }
  return SocksRefusal("it accepts none of the supported login methods");
}

// Returns the destination in the format of a SOCKS5 request: an IPv4 address, an IPv6 address or a name, and the port.
Result<std::string> Destination(const std::string& host, int port) {
  boost::system::error_code failure;
  const auto address = boost::asio::ip::make_address(host, failure);
  std::string bytes;
  if (!failure && address.is_v4()) {
    const auto four = address.to_v4().to_bytes();
    bytes += '\1';
    bytes.append(four.begin(), four.end());
  } else if (!failure) {
    const auto six = address.to_v6().to_bytes();
    bytes += '\4';
    bytes.append(six.begin(), six.end());
  } else if (host.size() <= 255) {
    bytes = std::string{'\3', static_cast<char>(host.size())} + host;
  } else {
    return SocksRefusal("a name of more than 255 bytes is too long for it");
  }
  return bytes + static_cast<char>(port >> 8) + static_cast<char>(port & 0xFF);
}

std::string ReplyWords(char reply) {
  constexpr const char* kWords[] = {"",
                                    "it reported a general failure",
                                    "its rules do not allow the connection",
                                    "it cannot reach the server's network",
                                    "it cannot reach the server",
                                    "the server refused its connection",
                                    "its connection to the server timed out",
                                    "it does not support connections",
                                    "it does not support that type of address"};
  const auto number = static_cast<unsigned char>(reply);
  return number < std::size(kWords) ? kWords[number] : "it refused for an unknown reason";
}

// Reads and discards the address at the end of the reply. It is the address from which the proxy connects.
Status SkipAddress(Channel& proxy, char kind, const WaitLimits& limits) {
  size_t size = kind == 1 ? 4 : 16;
  if (kind == 3) {
    const Result<std::string> length = proxy.ReadExactly(1, limits);
    if (!length.ok()) return length.error();
    size = static_cast<unsigned char>((*length)[0]);
  }
  const Result<std::string> rest = proxy.ReadExactly(size + 2, limits);
  return rest.ok() ? base::Ok() : Status(rest.error());
}

// Sends a CONNECT request to an HTTP proxy, and reads the answer up to its empty line.
// Upstream: net/http transport.go dialConn (Go 1.26)
Status ConnectThroughHttpProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                               const WaitLimits& limits) {
  const std::string authority = ServerUrl{.host = host, .port = port, .prefix = ""}.Authority();
  const base::Status sent = proxy.WriteAll(ConnectRequest(url, authority), limits);
  if (!sent.ok()) return sent;
  std::string head;
  // Reads byte by byte, because the bytes after the proxy's answer are from the server and must not be read here.
  while (!head.ends_with("\r\n\r\n")) {
    base::Result<std::string> byte = proxy.ReadExactly(1, limits);
    if (!byte.ok()) return byte.error();
    head += *byte;
    if (head.size() > kMaxHead) return Error(ErrorCode::kUnavailable, "its answer does not end");
  }
  if (!head.starts_with("HTTP/1.") || head.size() < 12) {
    return Error(ErrorCode::kUnavailable, "it does not speak HTTP");
  }
  if (head.compare(9, 3, "200") != 0) return HttpRefusal(head);
  return base::Ok();
}

// Makes a SOCKS5 proxy connect to host:port.
// Upstream: x/net internal/socks client.go (Go 1.26)
Status ConnectThroughSocksProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                                const WaitLimits& limits) {
  const Status greeted = Greet(proxy, url, limits);
  if (!greeted.ok()) return greeted;
  const Result<std::string> destination = Destination(host, port);
  if (!destination.ok()) return destination.error();
  const Status sent = proxy.WriteAll(std::string{kVersion, 1, 0} + *destination, limits);
  if (!sent.ok()) return sent;
  const Result<std::string> answer = proxy.ReadExactly(4, limits);
  if (!answer.ok()) return answer.error();
  if ((*answer)[0] != kVersion) return SocksRefusal("it does not speak SOCKS 5");
  if ((*answer)[1] != 0) return SocksRefusal(ReplyWords((*answer)[1]));
  return SkipAddress(proxy, (*answer)[3], limits);
}

// Makes the proxy connect to host:port. The proxy resolves names. kUnavailable: the proxy refuses, with its reason, or
// does not answer in its protocol. Other errors: those of WaitLimits::Wait.
Status ConnectThroughProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                           const WaitLimits& limits) {
  return url.kind == ProxyUrl::Kind::kSocks5 ? ConnectThroughSocksProxy(proxy, url, host, port, limits)
                                             : ConnectThroughHttpProxy(proxy, url, host, port, limits);
}

constexpr std::chrono::seconds kConnectWithin{30};

// Blocks all signals of the thread. SIGPIPE, from writing to a closed connection, must not end the process, and other
// threads must handle the process's signals.
void BlockSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

// Returns the message of a failed Dial, changed for a server, because Dial words it for a proxy.
std::string OfServer(const std::string& failure) {
  constexpr std::string_view kNoName = "its name has no address";
  if (!failure.starts_with(kNoName)) return failure;
  return "cannot resolve the server's name" + failure.substr(kNoName.size());
}

// Maximum number of bytes in the kernel's buffers between the Tunnel and the HTTP library. They count as memory of the
// library.
constexpr int kSocketBytes = 64 << 10;

void BoundBuffer(int socket, int option) {
  ::setsockopt(socket, SOL_SOCKET, option, &kSocketBytes, sizeof kSocketBytes);
}

// Finds the other end of a loopback connection among the sockets of this process, and limits the buffers of both ends.
// Returns false if the other end is in another process.
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
  // Wait in milliseconds after a failed accept, for example because no file descriptor is left.
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

// Removes connections that have ended, and joins their threads.
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
  // Stores the failure before `client` is closed, because TakeFailure is called as soon as the connection ends.
  const std::lock_guard lock(mutex_);
  const std::string& message = carried.error().message();
  failure_ = target_.proxy ? "proxy " + target_.proxy->Authority() + ": " + message : OfServer(message);
}

Status ProxyTunnel::Carry(Channel& client) {
  const WaitLimits limits{
      .deadline = std::chrono::steady_clock::now() + kConnectWithin, .stop_fd = stop_, .client_fd = client.socket()};
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
