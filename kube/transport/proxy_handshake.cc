#include "kube/transport/proxy_handshake.h"

#include <algorithm>
#include <string_view>

#include <boost/asio/ip/address.hpp>

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

// Returns the address as bytes of the request: IPv4, IPv6 or a name.
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

// Skips the address after the reply, from which the proxy connects.
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
  // Reads single bytes, because those after the head belong to the server.
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

}  // namespace

Status ConnectThroughProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                           const WaitLimits& limits) {
  return url.kind == ProxyUrl::Kind::kSocks5 ? ConnectThroughSocksProxy(proxy, url, host, port, limits)
                                             : ConnectThroughHttpProxy(proxy, url, host, port, limits);
}

}  // namespace structural::kube
