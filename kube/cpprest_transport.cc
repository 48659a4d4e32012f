#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/ssl/context.hpp>

#include "kube/api_error.h"
#include "kube/bearer_token.h"
#include "kube/body.h"
#include "kube/cpprest_exchange.h"
#include "kube/line_splitter.h"
#include "kube/server_url.h"
#include "kube/transport.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using web::http::http_request;
using web::http::client::http_client;
using web::http::client::http_client_config;

// The body of a refused stream is a Status object, or a proxy's page.
constexpr size_t kMaxRefusalBytes = size_t{1} << 20;

// The library's timeout only sees silence, and guesses wrong about a slow reader: the deadlines
// here are our own, and its own is out of their way.
constexpr std::chrono::hours kNever{24};

http_client_config ConfigFor(const std::shared_ptr<TlsClient>& tls) {
  http_client_config config;
  config.set_timeout(kNever);
  config.set_max_redirects(0);  // a redirect would carry the token to whatever host it names
  config.set_tlsext_sni_enabled(false);
  if (tls != nullptr) {
    config.set_ssl_context_callback(
        [tls](boost::asio::ssl::context& context) { tls->Configure(context.native_handle()); });
  }
  return config;
}

// Without the brackets of an IPv6 address, which the library would hand to the resolver.
std::string LibraryUri(const ServerUrl& url) {
  return (url.tls ? "https://" : "http://") + url.host + ":" + std::to_string(url.port);
}

// A POST that the server got in spite of all would make two objects.
bool MayRepeat(const Request& request) { return request.method != "POST"; }

bool IsSuccess(int status) { return status >= 200 && status < 300; }

class CppRestTransport : public Transport {
 public:
  CppRestTransport(const ClientConfig& config, ServerUrl url, std::shared_ptr<TlsClient> tls,
                   std::string user_agent)
      : url_(std::move(url)),
        tls_(std::move(tls)),
        token_(config),
        user_agent_(std::move(user_agent)),
        requests_(LibraryUri(url_), ConfigFor(tls_)),
        streams_(LibraryUri(url_), ConfigFor(tls_)) {}

  Result<Response> Do(const Request& request, std::stop_token stop) override {
    return Send(request, nullptr, stop);
  }
  Result<Response> Fetch(const Request& request, const OnBytes& on_bytes,
                         std::stop_token stop) override {
    return Send(request, on_bytes, stop);
  }
  Status Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                std::stop_token stop) override;

 private:
  Result<http_request> Express(const Request& request);
  Result<Response> Send(const Request& request, const OnBytes& on_bytes, std::stop_token stop);
  Result<Response> SendOnce(http_client& client, const Request& request, const OnBytes& on_bytes,
                            Exchange::Clock::time_point deadline, std::stop_token stop);
  Status StreamOnce(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                    std::stop_token stop);

  const ServerUrl url_;
  const std::shared_ptr<TlsClient> tls_;
  BearerToken token_;
  const std::string user_agent_;
  http_client requests_;
  http_client streams_;
};

Result<http_request> CppRestTransport::Express(const Request& request) try {
  Result<std::string> token = token_.Get();
  if (!token.ok()) return token.error();
  http_request expressed(request.method);
  expressed.set_request_uri(web::uri(url_.prefix + request.path));
  if (!request.body.empty()) expressed.set_body(request.body, request.content_type);
  expressed.headers().add("Host", url_.Authority());
  expressed.headers().add("Accept", request.accept);
  expressed.headers().add("User-Agent", user_agent_);
  if (request.gzip) expressed.headers().add("Accept-Encoding", "gzip");
  if (!token->empty()) expressed.headers().add("Authorization", "Bearer " + *token);
  return expressed;
} catch (const std::exception& e) {
  return Error(ErrorCode::kInvalidInput, std::string("request: ") + e.what());
}

Result<Response> CppRestTransport::SendOnce(http_client& client, const Request& request,
                                            const OnBytes& on_bytes,
                                            Exchange::Clock::time_point deadline,
                                            std::stop_token stop) {
  Result<http_request> expressed = Express(request);
  if (!expressed.ok()) return expressed.error();
  const CppRestExchange exchange(client, *expressed, tls_);
  const Status begun = exchange->WaitForHeaders(deadline, stop);
  if (!begun.ok()) return begun.error();
  Response response{exchange->status(), exchange->TakeHeaders(), ""};
  const bool fetched = on_bytes && IsSuccess(response.status);
  const Status read = ReadBody(
      *exchange, std::string(response.headers.Find("Content-Encoding")),
      [&] { return fetched ? Exchange::Clock::now() + request.timeout : deadline; }, stop,
      fetched ? on_bytes : AppendTo(&response.body, kMaxBodyBytes));
  if (!read.ok()) return read.error();
  return response;
}

Result<Response> CppRestTransport::Send(const Request& request, const OnBytes& on_bytes,
                                        std::stop_token stop) {
  const auto deadline = Exchange::Clock::now() + request.timeout;
  Result<Response> response = SendOnce(requests_, request, on_bytes, deadline, stop);
  if (!response.ok() && IsBrokenConnection(response.error()) && MayRepeat(request)) {
    // The pool may hold several connections that the server has closed: not from there.
    http_client fresh(LibraryUri(url_), ConfigFor(tls_));
    response = SendOnce(fresh, request, on_bytes, deadline, stop);
  }
  return response.ok() ? std::move(response) : response.error().In(url_.Origin());
}

Status CppRestTransport::StreamOnce(const Request& request, std::chrono::milliseconds idle,
                                    const OnLine& on_line, std::stop_token stop) {
  Result<http_request> expressed = Express(request);
  if (!expressed.ok()) return expressed.error();
  const CppRestExchange exchange(streams_, *expressed, tls_);
  const auto deadline = Exchange::Clock::now() + request.timeout;
  const Status begun = exchange->WaitForHeaders(deadline, stop);
  if (!begun.ok()) return begun;
  Response response{exchange->status(), exchange->TakeHeaders(), ""};
  const std::string encoding(response.headers.Find("Content-Encoding"));
  if (!IsSuccess(response.status)) {
    const Status read = ReadBody(
        *exchange, encoding, [&] { return deadline; }, stop,
        AppendTo(&response.body, kMaxRefusalBytes));
    return read.ok() ? ErrorFromResponse(response) : read;
  }
  LineSplitter lines(kMaxLineBytes, on_line);
  bool ended = true;
  const Status read = ReadBody(
      *exchange, encoding, [&] { return Exchange::Clock::now() + idle; }, stop,
      [&](std::string_view bytes) -> Result<bool> {
        Result<bool> wanted = lines.Feed(bytes);
        ended = wanted.ok() && *wanted;
        return wanted;
      });
  if (read.ok() && ended) lines.End();
  return read;
}

Status CppRestTransport::Stream(const Request& request, std::chrono::milliseconds idle,
                                const OnLine& on_line, std::stop_token stop) {
  const Status status = StreamOnce(request, idle, on_line, stop);
  return status.ok() ? status : status.error().In(url_.Origin());
}

}  // namespace

Result<std::unique_ptr<Transport>> NewCppRestTransport(const ClientConfig& config,
                                                       std::string user_agent) try {
  Result<ServerUrl> url = ParseServerUrl(config.server);
  if (!url.ok()) return url.error().In(config.source);
  std::shared_ptr<TlsClient> tls;
  if (url->tls) {
    Result<std::shared_ptr<TlsClient>> made = TlsClient::New(config.tls, url->host);
    if (!made.ok()) return made.error().In(config.source);
    tls = std::move(*made);
  }
  return std::unique_ptr<Transport>(std::make_unique<CppRestTransport>(
      config, std::move(*url), std::move(tls), std::move(user_agent)));
} catch (const std::exception& e) {
  return Error(ErrorCode::kInvalidInput, config.source + ": " + e.what());
}

}  // namespace structural::kube
