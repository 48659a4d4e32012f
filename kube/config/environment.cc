#include "kube/config/environment.h"

#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <variant>

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "kube/config/server_url.h"
#include "schema/base/text.h"

namespace structural::kube {
namespace {

struct Variable {
  std::string name = {};
  std::string value = {};
};

Variable FindAny(const Environment& environment, std::string upper, std::string lower) {
  std::string value = environment.variable(upper);
  if (!value.empty()) return {std::move(upper), std::move(value)};
  value = environment.variable(lower);
  return {std::move(lower), std::move(value)};
}

namespace ip = boost::asio::ip;

std::optional<ip::address> ParseAddress(const std::string& text) {
  boost::system::error_code failure;
  const ip::address address = ip::make_address(text, failure);
  if (failure) return std::nullopt;
  // An IPv4-mapped IPv6 address counts as the IPv4 address.
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  }
  return address;
}

// Returns the network of a CIDR; nullopt for another text. An IPv4-mapped IPv6 network is returned as the IPv4 network.
std::optional<std::variant<ip::network_v4, ip::network_v6>> ParseNetwork(const std::string& text) {
  boost::system::error_code failure;
  const ip::network_v4 four = ip::make_network_v4(text, failure);
  if (!failure) return four;
  const ip::network_v6 six = ip::make_network_v6(text, failure);
  if (failure) return std::nullopt;
  if (!six.address().is_v4_mapped() || six.prefix_length() < 96) return six;
  return ip::network_v4(ip::make_address_v4(ip::v4_mapped, six.address()),
                        static_cast<unsigned short>(six.prefix_length() - 96));
}

bool IsIn(const ip::network_v4& network, const ip::address& address) {
  return address.is_v4() && ip::network_v4(address.to_v4(), network.prefix_length()).network() == network.network();
}

bool IsIn(const ip::network_v6& network, const ip::address& address) {
  return address.is_v6() && ip::network_v6(address.to_v6(), network.prefix_length()).network() == network.network();
}

struct HostAndPort {
  std::string host;
  std::string port;  // empty for any port
};

// Splits an entry of NO_PROXY into host and port, as Go's net.SplitHostPort does. If it has no port, the whole text is
// the host.
HostAndPort Split(const std::string& entry) {
  const size_t colon = entry.rfind(':');
  if (colon == std::string::npos) return {entry, ""};
  const std::string host = entry.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) {
    return {host.substr(1, host.size() - 2), entry.substr(colon + 1)};
  }
  if (host.find_first_of(":[]") != std::string::npos) return {entry, ""};
  return {host, entry.substr(colon + 1)};
}

bool MatchesDomain(std::string_view domain, const std::string& host) {
  if (domain.starts_with("*.")) domain.remove_prefix(1);
  if (domain.starts_with('.')) return host.ends_with(domain);
  return host == domain || host.ends_with("." + std::string(domain));
}

bool Matches(const std::string& entry, const std::string& host, int port, const std::optional<ip::address>& address) {
  if (entry == "*") return true;
  if (const auto network = ParseNetwork(entry)) {
    return address && std::visit([&](const auto& one) { return IsIn(one, *address); }, *network);
  }
  const HostAndPort wanted = Split(entry);
  if (wanted.host.empty()) return false;
  if (!wanted.port.empty() && wanted.port != std::to_string(port)) return false;
  if (const auto same = ParseAddress(wanted.host)) return address == same;
  return !address && MatchesDomain(wanted.host, host);
}

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

}  // namespace

Environment Environment::OfProcess() {
  Environment environment;
  environment.variable = [](const std::string& name) {
    const char* value = std::getenv(name.c_str());
    return std::string(value == nullptr ? "" : value);
  };
  return environment;
}

base::Result<std::string> ProxyFromEnvironment(const std::string& server, const Environment& environment) {
  const base::Result<ServerUrl> url = ParseServerUrl(server);
  if (!url.ok()) return std::string();
  Variable proxy =
      url->tls ? FindAny(environment, "HTTPS_PROXY", "https_proxy") : FindAny(environment, "HTTP_PROXY", "http_proxy");
  if (proxy.value.empty()) return std::string();
  const Variable exceptions = FindAny(environment, "NO_PROXY", "no_proxy");
  if (!UsesProxy(url->host, url->port, exceptions.value)) return std::string();
  if (proxy.value.find("://") == std::string::npos) proxy.value.insert(0, "http://");
  const base::Result<ProxyUrl> parsed = ParseProxyUrl(proxy.value);
  if (!parsed.ok()) return parsed.error().In(proxy.name);
  return proxy.value;
}

bool UsesProxy(const std::string& host, int port, const std::string& no_proxy) {
  if (host == "localhost") return false;
  const std::optional<ip::address> address = ParseAddress(host);
  if (address && address->is_loopback()) return false;
  const std::string name = base::ToLowerAscii(host);
  std::stringstream entries(no_proxy);
  for (std::string entry; std::getline(entries, entry, ',');) {
    const std::string wanted = base::ToLowerAscii(Trimmed(entry));
    if (!wanted.empty() && Matches(wanted, name, port, address)) return false;
  }
  return true;
}

}  // namespace structural::kube
