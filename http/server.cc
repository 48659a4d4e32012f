#include "http/server.h"

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "http/session.h"

namespace structural::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Wait after a connection could not be accepted, as when there are no file descriptors left.
constexpr std::chrono::milliseconds kAcceptAgainAfter{100};
// How often a connection that is one too many looks for a place.
constexpr std::chrono::milliseconds kLookForPlace{5};
// When another one has to end for it, as the one before has not.
constexpr std::chrono::seconds kEndAnotherAfter{1};

base::Result<tcp::endpoint> Endpoint(const Address& address) {
  // All of the machine's addresses: an IPv6 socket takes IPv4 connections, too.
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
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { context_.run(); });
  }
  ~Impl() { Stop(); }

  base::Result<std::uint16_t> Listen(ListenOptions options, Handler handler);
  void Retire() { activity_->Retire(); }
  void Drain(std::chrono::milliseconds most);
  void Stop();

 private:
  // One connection's place among those of its listener; given back at its end.
  using Place = std::shared_ptr<void>;

  asio::awaitable<void> Accept(tcp::acceptor acceptor, std::shared_ptr<const Service> service);
  asio::awaitable<bool> WaitForPlace(const Service& service, const std::atomic<int>& open);
  asio::awaitable<void> Pause(std::chrono::milliseconds time);
  asio::awaitable<void> Attend(tcp::socket socket, std::shared_ptr<const Service> service,
                               Place place) {
    co_await Serve(std::move(socket), std::move(service));
    place.reset();
  }

  std::unique_ptr<asio::io_context> owned_ = std::make_unique<asio::io_context>();
  asio::io_context& context_ = *owned_;  // gone after Stop
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::stop_source stop_;
  const std::shared_ptr<Activity> activity_ = std::make_shared<Activity>();
  std::vector<std::jthread> threads_;
};

base::Result<std::uint16_t> Server::Impl::Listen(ListenOptions options, Handler handler) {
  auto endpoint = Endpoint(options.address);
  if (!endpoint.ok()) return endpoint.error();
  tcp::acceptor acceptor(context_);
  error_code error = Open(acceptor, *endpoint);
  if (error == asio::error::address_family_not_supported && options.address.host.empty()) {
    acceptor = tcp::acceptor(context_);  // a machine without IPv6
    error = Open(acceptor, tcp::endpoint(tcp::v4(), options.address.port));
  }
  if (error) {
    return base::Error(base::ErrorCode::kUnavailable,
                       "listen on " + options.address.ToString() + ": " + error.message());
  }
  const std::uint16_t port = acceptor.local_endpoint().port();
  auto service = std::make_shared<const Service>(Service{
      std::move(handler), options.limits, std::move(options.tls), stop_.get_token(), activity_,
      std::make_shared<BodyBudget>(options.limits.all_bodies_bytes), std::move(options.on_unread)});
  asio::co_spawn(context_, Accept(std::move(acceptor), std::move(service)), asio::detached);
  return port;
}

asio::awaitable<void> Server::Impl::Accept(tcp::acceptor acceptor,
                                           std::shared_ptr<const Service> service) {
  const auto open = std::make_shared<std::atomic<int>>(0);
  while (!stop_.stop_requested() && !activity_->draining()) {
    error_code error;
    tcp::socket socket(asio::make_strand(context_));
    co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
    if (error) {
      co_await Pause(kAcceptAgainAfter);
      continue;
    }
    const bool free = co_await WaitForPlace(*service, *open);
    if (activity_->draining()) co_return;
    if (!free) {
      TellUnread(*service, Unread::kConnectionsFull);
      continue;  // it is closed here
    }
    ++*open;
    Place place(nullptr, [open](void*) { --*open; });
    const auto executor = socket.get_executor();
    asio::co_spawn(executor, Attend(std::move(socket), service, std::move(place)), asio::detached);
  }
}

asio::awaitable<void> Server::Impl::Pause(std::chrono::milliseconds time) {
  error_code ignored;
  asio::steady_timer timer(context_, time);
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

// False: none became free in time. Those that come meanwhile wait in the system's queue.
asio::awaitable<bool> Server::Impl::WaitForPlace(const Service& service,
                                                 const std::atomic<int>& open) {
  const auto begun = std::chrono::steady_clock::now();
  for (auto end_one = begun; open >= service.limits.connections;) {
    const auto now = std::chrono::steady_clock::now();
    if (activity_->draining() || now >= begun + service.limits.step) co_return false;
    if (now >= end_one && service.idle->EndLongest()) end_one = now + kEndAnotherAfter;
    co_await Pause(kLookForPlace);
  }
  co_return true;
}

void Server::Impl::Drain(std::chrono::milliseconds most) {
  if (owned_ != nullptr) activity_->Drain(most);
}

void Server::Impl::Stop() {
  if (owned_ == nullptr) return;
  stop_.request_stop();
  work_.reset();
  context_.stop();
  threads_.clear();
  owned_.reset();  // closes listeners and connections
}

Server::Server(int threads) : impl_(std::make_unique<Impl>(threads)) {}
Server::~Server() = default;

base::Result<std::uint16_t> Server::Listen(ListenOptions options, Handler handler) {
  return impl_->Listen(std::move(options), std::move(handler));
}

void Server::Retire() { impl_->Retire(); }
void Server::Drain(std::chrono::milliseconds most) { impl_->Drain(most); }
void Server::Stop() { impl_->Stop(); }

}  // namespace structural::http
