#include "kube/transport/cpprest_pool.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include <boost/asio/ssl/context.hpp>
#include <cpprest/producerconsumerstream.h>
#include <netdb.h>
#include <pplx/threadpool.h>

#include "kube/config/secrets.h"

namespace structural::kube {
namespace {

using base::Result;
using web::http::client::http_client;
using web::http::client::http_client_config;

// A value for the HTTP library's timeout that is never reached. The timeout would also end an exchange whose reader is
// slow. This code has its own deadlines instead.
constexpr std::chrono::hours kNever{24};

http_client_config ConfigFor(const std::shared_ptr<TlsClient>& tls, const std::shared_ptr<ReceiveWindow>& window) {
  http_client_config config;
  config.set_timeout(kNever);
  config.set_max_redirects(0);  // a redirect would send the token to another host
  config.set_tlsext_sni_enabled(false);
  if (tls != nullptr) {
    config.set_ssl_context_callback([tls, window](boost::asio::ssl::context& context) {
      tls->Configure(context.native_handle());
      window->Attach(context.native_handle());
    });
  }
  return config;
}

// Returns the URI to which the HTTP library connects. An IPv6 address has no brackets, because the library would pass
// them to the resolver.
std::string LibraryUri(const ServerUrl& url, const Route& route) {
  const std::string scheme = url.tls ? "https://" : "http://";
  if (route.tunnel != nullptr) return scheme + "127.0.0.1:" + std::to_string(route.tunnel->port());
  return scheme + url.host + ":" + std::to_string(url.port);
}

}  // namespace

Result<std::unique_ptr<CppRestPool>> CppRestPool::New(const ClientConfig& config, ServerUrl url) {
  std::optional<ProxyUrl> proxy;
  if (!config.proxy_url.empty()) {
    Result<ProxyUrl> parsed = ParseProxyUrl(config.proxy_url);
    if (!parsed.ok()) return parsed.error().In("proxy");
    Secrets::OfProcess().Add(parsed->password);
    proxy = std::move(*parsed);
  }
  std::unique_ptr<CppRestPool> pool(new CppRestPool(config.tls, std::move(url), std::move(proxy)));
  Result<std::shared_ptr<CppRestConnections>> first = pool->Connect(config.tls);
  if (!first.ok()) return first.error();
  pool->attempted_config_ = config.tls;
  pool->current_connections_ = std::move(*first);
  return pool;
}

Result<Route> CppRestPool::FindRoute(const TlsConfig& config) const {
  Route route;
  if (url_.tls) {
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(config, url_.host);
    if (!made.ok()) return made.error();
    route.tls = std::move(*made);
  }
  if (!url_.tls || !proxy_) return route;  // without TLS, each connection gets its own Tunnel later
  std::shared_ptr<TlsClient> proxy_tls;
  if (proxy_->kind == ProxyUrl::Kind::kHttps) {
    // Like kubectl, verifies the proxy's certificate with the authorities of the server, and with the proxy's own name.
    TlsConfig own = config;
    own.server_name.clear();
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(own, proxy_->host);
    if (!made.ok()) return made.error();
    proxy_tls = std::move(*made);
  }
  Result<std::shared_ptr<Tunnel>> tunnel =
      Tunnel::Open({.host = url_.host, .port = url_.port, .proxy = proxy_, .tls = proxy_tls});
  if (!tunnel.ok()) return tunnel.error();
  route.tunnel = std::move(*tunnel);
  return route;
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Connect(const TlsConfig& config) const {
  Result<Route> route = FindRoute(config);
  if (!route.ok()) return route.error();
  return std::make_shared<CppRestConnections>(std::move(*route), url_, proxy_, budget_);
}

Result<std::shared_ptr<CppRestConnections>> CppRestPool::Get(const Credentials& credentials) {
  const std::lock_guard lock(mutex_);
  TlsConfig wanted = last_config_ = files_.Get();
  const bool brought = !credentials.client_cert_pem.empty();
  if (brought) {
    wanted.client_cert_pem = credentials.client_cert_pem;
    wanted.client_key_pem = credentials.client_key_pem;
  }
  if (wanted == attempted_config_) return current_connections_;
  Result<std::shared_ptr<CppRestConnections>> made = Connect(wanted);
  if (!made.ok() && brought) return made;
  attempted_config_ = std::move(wanted);
  if (made.ok()) current_connections_ = std::move(*made);
  return current_connections_;
}

bool CppRestPool::Renew() {
  const std::lock_guard lock(mutex_);
  return !(files_.GetNow() == last_config_);
}

Result<std::unique_ptr<PooledConnection>> CppRestConnections::New() const {
  const auto window = std::make_shared<ReceiveWindow>(budget_);
  Route route = route_;
  if (!url_.tls) {
    Result<std::shared_ptr<Tunnel>> tunnel =
        Tunnel::Open({.host = url_.host, .port = url_.port, .proxy = proxy_, .window = window});
    if (!tunnel.ok()) return tunnel.error();
    route.tunnel = std::move(*tunnel);
  }
  http_client client(LibraryUri(url_, route), ConfigFor(route.tls, window));
  return std::make_unique<PooledConnection>(PooledConnection{window, std::move(route), std::move(client)});
}

Result<std::unique_ptr<PooledConnection>> CppRestConnections::Take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_connections_.empty()) {
      std::unique_ptr<PooledConnection> last = std::move(idle_connections_.back());
      idle_connections_.pop_back();
      return last;
    }
  }
  return New();
}

void CppRestConnections::Return(std::unique_ptr<PooledConnection> connection) {
  const std::lock_guard lock(mutex_);
  idle_connections_.push_back(std::move(connection));
}

namespace {

using base::Error;
using base::ErrorCode;
using web::http::http_exception;
using web::http::http_request;
using web::http::http_response;

constexpr std::string_view kBroken[] = {"Failed to write request body", "Failed to write request headers",
                                        "Failed to read HTTP status line"};
constexpr std::string_view kTls = "TLS: ";
// Maximum size of a piece that can exist in memory.
constexpr size_t kMaxInMemory = PTRDIFF_MAX;
// Maximum wait for the end of a cancelled exchange. Usually it takes less than a millisecond, but longer while a name
// is being resolved.
constexpr std::chrono::milliseconds kEndingTime{50};

// Sink: the stream buffer into which the HTTP library writes an answer's body. It passes the bytes directly to the
// Exchange. The library reads on only when the task that Sink returns is done, so a full Exchange slows the server
// down.
class Sink : public concurrency::streams::details::basic_producer_consumer_buffer<uint8_t> {
 public:
  Sink(std::shared_ptr<Exchange> exchange, std::shared_ptr<ReceiveWindow> window)
      : basic_producer_consumer_buffer(512), exchange_(std::move(exchange)), window_(std::move(window)) {}

 protected:
  pplx::task<size_t> _putn(const uint8_t* bytes, size_t count) override {
    // The HTTP library accepts a negative chunk size, which arrives here as a large `count` without bytes.
    if (count > kMaxInMemory) {
      exchange_->Fail(Error(ErrorCode::kUnavailable, "the answer has a chunk of negative size"));
      return pplx::task_from_result(count);
    }
    const pplx::task_completion_event<size_t> taken;
    const std::string_view view(reinterpret_cast<const char*>(bytes), count);
    window_->Pause(true);
    window_->OnDelivered();
    const auto backpressure = exchange_->Put(view, [taken, count, window = window_] {
      window->Pause(false);
      taken.set(count);
    });
    if (backpressure != Exchange::Backpressure::kFull) window_->Pause(false);
    if (backpressure == Exchange::Backpressure::kFull) return pplx::create_task(taken);
    // Also reports the bytes of an abandoned exchange as written, which drops them until the connection is closed. An
    // exception would instead make the HTTP library's thread wait for the stream to be closed, which is that thread's
    // own task.
    return pplx::task_from_result(count);
  }

 private:
  const std::shared_ptr<Exchange> exchange_;
  const std::shared_ptr<ReceiveWindow> window_;
};

// Returns the reason of a failed name resolution. The HTTP library reports the number of netdb.h as an errno. For
// example, 1 is "no such host", but errno 1 is "Operation not permitted".
std::string ResolverWords(int number) {
  const char* words = ::hstrerror(number);
  return "cannot resolve the server's name: " +
         std::string(words == nullptr ? "error " + std::to_string(number) : words);
}

// Returns the text of an error code of asio, in which 1 and 2 mean that the connection was closed. Its `message` would
// return the texts of errno 1 and 2.
std::string WordsOf(const std::error_code& code) {
  return code.value() == 1 || code.value() == 2 ? "the connection was closed" : code.message();
}

Error FromHttpException(const http_exception& e, const Route& route) {
  const std::string failure = route.TakeFailure();
  if (!failure.empty()) return Error(ErrorCode::kUnavailable, failure);
  std::string text = e.what();
  // The message names both reasons, because the HTTP library also reports "no route" if the server refuses the
  // connection.
  if (text.starts_with("Failed to connect")) {
    return Error(ErrorCode::kUnavailable, "cannot connect: refused, or no route to the host");
  }
  if (text.starts_with("Error resolving address")) {
    return Error(ErrorCode::kUnavailable, ResolverWords(e.error_code().value()));
  }
  const std::string cause = WordsOf(e.error_code());
  if (e.error_code() && text.find(cause) == std::string::npos) text += ": " + cause;
  const bool timed_out = e.error_code() == std::errc::timed_out;
  return Error(timed_out ? ErrorCode::kTimeout : ErrorCode::kUnavailable, text);
}

// Returns the current exception as an error. Must be called in a catch block.
Error FromCurrentException(const Route& route) {
  try {
    throw;
  } catch (const http_exception& e) {
    return FromHttpException(e, route);
  } catch (const pplx::task_canceled&) {
    return Error(ErrorCode::kCancelled, "cancelled");
  } catch (const web::uri_exception& e) {
    return Error(ErrorCode::kInvalidInput, std::string("path: ") + e.what());
  } catch (const std::exception& e) {
    return Error(ErrorCode::kUnavailable, e.what());
  }
}

Headers HeadersOf(const http_response& response) {
  Headers headers;
  for (const auto& [name, value] : response.headers()) headers.Set(name, value);
  return headers;
}

// Sends the request, and attaches the steps that deliver its answer to `exchange`. Must run on the HTTP library's only
// thread, so that all steps are attached before the first one runs. One of these steps tells `window` that the header
// has ended, which must happen before the body is read.
void Start(http_client client, const http_request& request, const pplx::cancellation_token& token,
           const std::shared_ptr<Exchange>& exchange, const std::shared_ptr<ReceiveWindow>& window,
           const Route& route) {
  try {
    client.request(request, token)
        .then([exchange, window](const http_response& response) {
          window->BeginBody();
          exchange->Begin(response.status_code(), HeadersOf(response));
          return response.content_ready();
        })
        .then([exchange, window, route](const pplx::task<http_response>& done) {
          window->OnDelivered();
          try {
            done.get();
            exchange->End(window->failure());
          } catch (...) {
            const Error error = FromCurrentException(route);
            exchange->End(window->failure().value_or(error));
          }
        });
  } catch (...) {
    exchange->End(FromCurrentException(route));
  }
}

}  // namespace

CppRestExchange::CppRestExchange(PooledConnection& connection, const http_request& request,
                                 Exchange::WakeCondition wanted)
    : exchange_(std::make_shared<Exchange>(wanted)), window_(connection.window) {
  http_request sent = request;
  sent.set_response_stream(concurrency::streams::streambuf<uint8_t>(
                               std::static_pointer_cast<concurrency::streams::details::basic_streambuf<uint8_t>>(
                                   std::make_shared<Sink>(exchange_, connection.window)))
                               .create_ostream());
  connection.window->BeginAnswer();
  crossplat::threadpool::shared_instance().service().post(
      [sent, client = connection.client, token = cancel_.get_token(), exchange = exchange_, window = connection.window,
       route = connection.route] { Start(client, sent, token, exchange, window, route); });
}

// Cancels the exchange on the HTTP library's only thread, where it cannot happen in the middle of a step. A
// cancellation closes the socket at once, and the library has no lock against that during a read.
CppRestExchange::~CppRestExchange() {
  if (exchange_->Abandon()) return;
  window_->Close();
  crossplat::threadpool::shared_instance().service().post([cancel = cancel_] { cancel.cancel(); });
  exchange_->WaitForEnd(kEndingTime);
}

bool IsBrokenConnection(const Error& error) {
  return error.code() == ErrorCode::kUnavailable &&
         std::any_of(std::begin(kBroken), std::end(kBroken),
                     [&](std::string_view words) { return error.message().starts_with(words); });
}

bool IsTlsRefusal(const Error& error) {
  return error.code() == ErrorCode::kUnavailable && error.message().starts_with(kTls);
}

}  // namespace structural::kube
