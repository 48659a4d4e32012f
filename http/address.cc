#include <charconv>

#include <arpa/inet.h>

#include "http/server.h"

namespace structural::http {
namespace {

using base::Error;
using base::ErrorCode;

Error InvalidInput(std::string_view text, std::string_view what) {
  return {ErrorCode::kInvalidInput,
          "listen address \"" + std::string(text) + "\": " + std::string(what) + "; use HOST:PORT or :PORT"};
}

bool IsAddress(const std::string& host) {
  in6_addr ignored;
  return inet_pton(AF_INET, host.c_str(), &ignored) == 1 || inet_pton(AF_INET6, host.c_str(), &ignored) == 1;
}

bool InBrackets(std::string_view host) { return host.size() >= 2 && host.front() == '[' && host.back() == ']'; }

}  // namespace

std::string Address::ToString() const {
  const bool v6 = host.find(':') != std::string::npos;
  return (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

base::Result<Address> ParseAddress(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return InvalidInput(text, "has no port");
  std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  Address address;
  const auto [end, failed] = std::from_chars(port.begin(), port.end(), address.port);
  if (failed != std::errc() || end != port.end()) {
    return InvalidInput(text, "the port is not a number from 0 to 65535");
  }
  if (InBrackets(host)) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return InvalidInput(text, "an IPv6 address needs brackets");
  }
  address.host = host == "localhost" ? "127.0.0.1" : host;
  if (!address.host.empty() && !IsAddress(address.host)) {
    return InvalidInput(text, "the host is not an IP address");
  }
  return address;
}

bool IsOff(std::string_view text) { return text.empty() || text == "0"; }

}  // namespace structural::http
