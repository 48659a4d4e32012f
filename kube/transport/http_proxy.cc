#include <algorithm>
#include <string>
#include <string_view>

#include "kube/config/server_url.h"
#include "kube/transport/proxy_handshake.h"
#include "schema/go/base64.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;

constexpr size_t kMaxHead = size_t{16} << 10;

std::string ConnectRequest(const ProxyUrl& url, const std::string& authority) {
  std::string request = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n";
  if (!url.username.empty() || !url.password.empty()) {
    request += "Proxy-Authorization: Basic " + go::EncodeBase64(url.username + ":" + url.password) +
               "\r\n";
  }
  return request + "\r\n";
}

Error HttpRefusal(const std::string& head) {
  // "HTTP/1.1 407 Proxy Authentication Required"
  std::string status = head.substr(9, head.find("\r\n") - 9).substr(0, 100);
  std::replace_if(status.begin(), status.end(), [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  const bool credentials = status.starts_with("407");
  return {ErrorCode::kUnavailable,
          "it answered " + status +
              (credentials ? "; put its user and password into the proxy's URL" : "")};
}

}  // namespace

base::Status AskHttpProxy(Channel& proxy, const ProxyUrl& url, const std::string& host, int port,
                          const WaitLimits& limits) {
  const std::string authority = ServerUrl{.host = host, .port = port, .prefix = ""}.Authority();
  const base::Status sent = proxy.WriteAll(ConnectRequest(url, authority), limits);
  if (!sent.ok()) return sent;
  std::string head;
  // Byte by byte: what follows the head is the server's.
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

}  // namespace structural::kube
