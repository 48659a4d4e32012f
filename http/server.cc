#include "http/server.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <sys/resource.h>

#include "http/session.h"

namespace structural::http {
namespace {

// Raises the process's soft limit of open files to the hard limit, at most to 65536. Returns the soft limit.
std::size_t RaiseOpenFiles() {
  constexpr rlim_t kWanted = 65536;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
  const rlimit raised{.rlim_cur = std::min(limit.rlim_max, kWanted), .rlim_max = limit.rlim_max};
  if (raised.rlim_cur <= limit.rlim_cur) return limit.rlim_cur;
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Pause after an accept error, for example when no file descriptors are left.
constexpr std::chrono::milliseconds kAcceptAgainAfter{100};
// Maximum number of connections that are accepted before other work of the thread runs.
constexpr int kMaxAcceptsInTurn = 256;
// Maximum number of evicted connections whose socket is still open.
constexpr std::size_t kMaxEvictedSockets = 3'000;
// Connections that have sent nothing can use 1/kShareOfFiles of the files that the process can open, and evicted
// connections another such share.
constexpr std::size_t kShareOfFiles = 4;
// The number of places for TLS handshakes with peers without a proof (RetryProof) is Limits::reading divided by this.
constexpr int kHandshakeDivisor = 8;

base::Result<tcp::endpoint> Endpoint(const Address& address) {
  // An empty host means all addresses of the machine. One IPv6 socket is enough, because it accepts IPv4 connections,
  // too.
  if (address.host.empty()) return tcp::endpoint(tcp::v6(), address.port);
  error_code error;
  const auto ip = asio::ip::make_address(address.host, error);
  if (error) return base::Error(base::ErrorCode::kInvalidInput, error.message());
  return tcp::endpoint(ip, address.port);
}

error_code Open(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  return error;
}

}  // namespace

class Server::Impl {
 public:
  explicit Impl(int threads) {
    threads_.emplace_back([this] { context_->run(); });
    if (threads > 0) {
      workers_ = std::make_unique<asio::io_context>(threads);
      work_at_workers_.emplace(workers_->get_executor());
    }
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { workers_->run(); });
  }
  ~Impl() { Stop(); }

  base::Result<std::uint16_t> Listen(ListenOptions options, Handler handler);
  void Retire() { activity_->Retire(); }
  void Drain(std::chrono::milliseconds max);
  void Stop();

 private:
  using Work = asio::executor_work_guard<asio::io_context::executor_type>;

  std::shared_ptr<Service> NewService(ListenOptions options, Handler handler);
  asio::awaitable<void> Accept(tcp::acceptor acceptor, std::shared_ptr<Service> service);

  const std::size_t open_files_ = RaiseOpenFiles();
  // Runs on one thread, so its operations are never concurrent. Null after Stop.
  std::unique_ptr<asio::io_context> context_ = std::make_unique<asio::io_context>(1);
  std::unique_ptr<asio::io_context> workers_;
  Work work_{context_->get_executor()};
  std::optional<Work> work_at_workers_;
  std::stop_source stop_;
  const std::shared_ptr<Activity> activity_ = std::make_shared<Activity>();
  std::mutex mutex_;
  std::vector<std::shared_ptr<Service>> services_;  // guarded by the mutex
  std::vector<std::jthread> threads_;
};

std::shared_ptr<Service> Server::Impl::NewService(ListenOptions options, Handler handler) {
  const Limits& limits = options.limits;
  const ConnectionLimiter::PlaceLimits places{
      .accepted = std::min<std::size_t>(limits.accepted, open_files_ / kShareOfFiles),
      .handshake = static_cast<std::size_t>(std::max(1, limits.reading / kHandshakeDivisor)),
      .reading = static_cast<std::size_t>(limits.reading),
      .serving = static_cast<std::size_t>(limits.connections),
      .step_timeout = limits.step_timeout,
      .ended = std::min<std::size_t>(kMaxEvictedSockets, open_files_ / kShareOfFiles)};
  asio::io_context& at = workers_ != nullptr ? *workers_ : *context_;
  auto service =
      std::make_shared<Service>(Service{.handler = std::move(handler),
                                        .limits = limits,
                                        .tls = std::move(options.tls),
                                        .stop = stop_.get_token(),
                                        .activity = activity_,
                                        .on_rejected = std::move(options.on_rejected),
                                        .new_worker = [&at] { return asio::any_io_executor(asio::make_strand(at)); },
                                        .connection_limiter = std::make_unique<ConnectionLimiter>(places),
                                        .body_budget = std::make_unique<BodyBudget>(limits.all_bodies_bytes)});
  const std::lock_guard lock(mutex_);
  services_.push_back(service);
  return service;
}

base::Result<std::uint16_t> Server::Impl::Listen(ListenOptions options, Handler handler) {
  auto endpoint = Endpoint(options.address);
  if (!endpoint.ok()) return endpoint.error();
  tcp::acceptor acceptor(*context_);
  error_code error = Open(acceptor, *endpoint);
  if (error == asio::error::address_family_not_supported && options.address.host.empty()) {
    acceptor = tcp::acceptor(*context_);  // IPv4 only, on a machine without IPv6
    error = Open(acceptor, tcp::endpoint(tcp::v4(), options.address.port));
  }
  if (error) {
    return base::Error(base::ErrorCode::kUnavailable,
                       "listen on " + options.address.ToString() + ": " + error.message());
  }
  const std::uint16_t port = acceptor.local_endpoint().port();
  acceptor.non_blocking(true);
  asio::co_spawn(*context_, Accept(std::move(acceptor), NewService(std::move(options), std::move(handler))),
                 asio::detached);
  return port;
}

asio::awaitable<void> Server::Impl::Accept(tcp::acceptor acceptor, std::shared_ptr<Service> service) {
  int in_turn = 0;
  while (!stop_.stop_requested() && !activity_->draining()) {
    error_code error;
    tcp::socket socket(*context_);
    acceptor.accept(socket, error);
    if (!error) {
      Serve(std::move(socket), service);
      if (++in_turn % kMaxAcceptsInTurn == 0) co_await asio::post(*context_, asio::use_awaitable);
    } else if (error == asio::error::would_block || error == asio::error::try_again) {
      co_await acceptor.async_wait(tcp::acceptor::wait_read, asio::redirect_error(asio::use_awaitable, error));
    } else if (error != asio::error::connection_aborted) {
      asio::steady_timer timer(*context_, kAcceptAgainAfter);
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    }
  }
}

void Server::Impl::Drain(std::chrono::milliseconds max) {
  if (context_ != nullptr) activity_->Drain(max);
}

void Server::Impl::Stop() {
  if (context_ == nullptr) return;
  stop_.request_stop();
  for (const auto& service : services_) service->connection_limiter->Close();
  work_at_workers_.reset();
  work_.reset();
  if (workers_ != nullptr) workers_->stop();
  context_->stop();
  threads_.clear();
  workers_.reset();  // closes listeners and connections
  context_.reset();
}

Server::Server(int threads) : impl_(std::make_unique<Impl>(threads)) {}
Server::~Server() = default;

base::Result<std::uint16_t> Server::Listen(ListenOptions options, Handler handler) {
  return impl_->Listen(std::move(options), std::move(handler));
}

void Server::Retire() { impl_->Retire(); }
void Server::Drain(std::chrono::milliseconds max) { impl_->Drain(max); }
void Server::Stop() { impl_->Stop(); }

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

bool IsDisabledAddress(std::string_view text) { return text.empty() || text == "0"; }

}  // namespace structural::http
