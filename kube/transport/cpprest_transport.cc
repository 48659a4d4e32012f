#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "kube/config/server_url.h"
#include "kube/credentials/credentials.h"
#include "kube/transport/api_error.h"
#include "kube/transport/body.h"
#include "kube/transport/channel.h"
#include "kube/transport/cpprest_pool.h"
#include "kube/transport/transport.h"

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;
using web::http::http_request;
using Time = Exchange::Clock::time_point;

constexpr int kUnauthorized = 401;

// Returns whether the request can be sent again after its connection broke. Returns false for a POST, because the
// server may have received it already, and would then create two objects.
bool MayRepeat(const Request& request) { return request.method != "POST"; }

// A request, and what to do with its answer.
struct Call {
  const Request& request;
  bool streams = false;        // the answer is a stream, such as a watch
  OnBytes on_bytes = nullptr;  // receives the body of a 2xx answer; null: the body is returned in the Response
  std::function<Time()> next_deadline = nullptr;  // returns the deadline for the next bytes that on_bytes receives
};

// The credentials and connections of one attempt.
struct Session {
  Credentials credentials;
  std::shared_ptr<CppRestConnections> connections;
};

class CppRestTransport : public Transport {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;

  CppRestTransport(const ClientConfig& config, ServerUrl url, std::unique_ptr<CppRestPool> pool, Fields fields)
      : url_(std::move(url)),
        pool_(std::move(pool)),
        credentials_(NewCredentialSource(config)),
        fields_(std::move(fields)),
        gzip_(!config.disable_compression) {}

  Result<Response> Do(const Request& request, std::stop_token stop) override {
    return Send({.request = request}, stop);
  }
  Result<Response> Fetch(const Request& request, const OnBytes& on_bytes, std::stop_token stop) override {
    return Send({.request = request,
                 .on_bytes = on_bytes,
                 .next_deadline = [&] { return Exchange::Clock::now() + request.timeout; }},
                stop);
  }
  Status Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                std::stop_token stop) override;
  void ResetOnClose() override { kube::ResetOnClose(pool_->peer_port()); }

 private:
  Result<Session> Open(std::stop_token stop);
  bool Reopen(const Session& session, const Request& request, const Result<Response>& outcome);
  Result<http_request> Express(const Request& request, const Credentials& credentials);

  Result<Response> Send(const Call& call, std::stop_token stop);
  Result<Response> SendRepeatedly(const Call& call, std::stop_token stop);
  Result<Response> SendIn(const Session& session, const Call& call, Time deadline, std::stop_token stop);
  Result<Response> SendOnce(std::unique_ptr<PooledConnection> connection, const Session& session, const Call& call,
                            Time deadline, std::stop_token stop);

  const ServerUrl url_;
  const std::unique_ptr<CppRestPool> pool_;
  const std::unique_ptr<CredentialSource> credentials_;
  const Fields fields_;  // header fields that every request has
  const bool gzip_;
};

Result<Session> CppRestTransport::Open(std::stop_token stop) {
  Result<Credentials> credentials = credentials_->Get(stop);
  if (!credentials.ok()) return credentials.error();
  AddSecrets(*credentials);
  Result<std::shared_ptr<CppRestConnections>> connections = pool_->Get(*credentials);
  if (!connections.ok()) return connections.error();
  return Session{std::move(*credentials), std::move(*connections)};
}

// Returns whether the request must be sent again with a new Session: the server answered 401 or the TLS handshake
// failed, and newer credentials or certificates are available. After a 401 the request had no effect, and after a
// failed handshake most likely none.
bool CppRestTransport::Reopen(const Session& session, const Request& request, const Result<Response>& outcome) {
  if (!outcome.ok()) {
    return IsTlsRefusal(outcome.error()) && MayRepeat(request) && pool_->Renew();
  }
  return outcome->status == kUnauthorized && credentials_->ReportRefusal(session.credentials);
}

Result<http_request> CppRestTransport::Express(const Request& request, const Credentials& credentials) try {
  http_request expressed(request.method);
  expressed.set_request_uri(web::uri(url_.prefix + request.path));
  if (!request.body.empty()) expressed.set_body(request.body, request.content_type);
  web::http::http_headers& headers = expressed.headers();
  headers.add("Host", url_.Authority());
  headers.add("Accept", request.accept);
  if (request.accepts_gzip && gzip_) headers.add("Accept-Encoding", "gzip");
  for (const auto& [name, value] : fields_) headers.add(name, value);
  if (!credentials.authorization.empty()) headers.add("Authorization", credentials.authorization);
  return expressed;
} catch (const std::exception& e) {
  return Error(ErrorCode::kInvalidInput, std::string("request: ") + e.what());
}

// Sends the request once. Returns the connection to the pool only after a complete exchange. Otherwise the rest of the
// answer could arrive later, and would be read as the next answer.
Result<Response> CppRestTransport::SendOnce(std::unique_ptr<PooledConnection> connection, const Session& session,
                                            const Call& call, Time deadline, std::stop_token stop) {
  Result<http_request> expressed = Express(call.request, session.credentials);
  if (!expressed.ok()) return expressed.error();
  const auto wanted = call.streams ? Exchange::WakeCondition::kLines : Exchange::WakeCondition::kPieces;
  const CppRestExchange exchange(*connection, *expressed, wanted);
  const Status begun = exchange->WaitForHeaders(deadline, stop);
  if (!begun.ok()) return begun.error();
  Response response{exchange->status(), exchange->TakeHeaders(), ""};
  if (call.request.on_answer) {
    call.request.on_answer(response.status, response.headers);
  }
  const bool handed_over = call.on_bytes && IsSuccess(response.status);
  if (handed_over && call.streams) KeepAlive(pool_->peer_port());
  const Status read = ReadBody(
      *exchange, std::string(response.headers.Find("Content-Encoding")),
      [&] { return handed_over ? call.next_deadline() : deadline; }, stop,
      handed_over                  ? call.on_bytes
      : IsSuccess(response.status) ? AppendTo(&response.body, call.request.max_body_bytes)
                                   : AppendUpTo(&response.body, kMaxRefusalBytes),
      handed_over && !call.streams ? Pace::kSteady : Pace::kAny);
  if (!read.ok()) return read.error();
  if (exchange->ended()) session.connections->Return(std::move(connection));
  return response;
}

Result<Response> CppRestTransport::SendIn(const Session& session, const Call& call, Time deadline,
                                          std::stop_token stop) {
  CppRestConnections& connections = *session.connections;
  Result<std::unique_ptr<PooledConnection>> connection = connections.Take();
  if (!connection.ok()) return connection.error();
  Result<Response> response = SendOnce(std::move(*connection), session, call, deadline, stop);
  if (response.ok() || !IsBrokenConnection(response.error()) || !MayRepeat(call.request)) {
    return response;
  }
  // Uses a new connection, because the server may have closed the other idle ones, too.
  connection = connections.New();
  if (!connection.ok()) return connection.error();
  return SendOnce(std::move(*connection), session, call, deadline, stop);
}

Result<Response> CppRestTransport::SendRepeatedly(const Call& call, std::stop_token stop) {
  Result<Session> session = Open(stop);
  if (!session.ok()) return session.error();
  const Time deadline = Exchange::Clock::now() + call.request.timeout;
  bool handed_over = false;
  Call noted = call;
  if (call.on_bytes) {
    noted.on_bytes = [&](std::string_view bytes) {
      handed_over = true;
      return call.on_bytes(bytes);
    };
  }
  Result<Response> response = SendIn(*session, noted, deadline, stop);
  if (handed_over || !Reopen(*session, call.request, response)) return response;
  session = Open(stop);
  if (!session.ok()) return session.error();
  return SendIn(*session, noted, deadline, stop);
}

Result<Response> CppRestTransport::Send(const Call& call, std::stop_token stop) {
  Result<Response> response = SendRepeatedly(call, stop);
  return response.ok() ? std::move(response) : response.error().In(url_.Origin());
}

Status CppRestTransport::Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                                std::stop_token stop) {
  LineSplitter lines(kMaxLineBytes, on_line);
  FrameSplitter frames(kMaxLineBytes, on_line);
  bool ended = true, framed = false;
  Request asked = request;
  asked.on_answer = [&](int status, const Headers& headers) {
    framed = IsProtobuf(headers);
    if (request.on_answer) request.on_answer(status, headers);
  };
  const auto on_bytes = [&](std::string_view bytes) {
    Result<bool> wanted = framed ? frames.Feed(bytes) : lines.Feed(bytes);
    ended = wanted.ok() && *wanted;
    return wanted;
  };
  const auto next_deadline = [&] { return Exchange::Clock::now() + idle; };
  const Result<Response> response =
      Send({.request = asked, .streams = true, .on_bytes = on_bytes, .next_deadline = next_deadline}, stop);
  if (!response.ok()) return response.error();
  if (!IsSuccess(response->status)) return ErrorFromResponse(*response).In(url_.Origin());
  if (ended && framed) return frames.End();
  if (ended) lines.End();
  return base::Ok();
}

// Joins the values of a repeated header field with line breaks and the field's name, so that they are sent as several
// fields. The HTTP library would join them with commas: two groups of an impersonated user would become one.
// Precondition: the values have no line breaks.
CppRestTransport::Fields Joined(const CppRestTransport::Fields& fields) {
  CppRestTransport::Fields joined;
  for (const auto& [name, value] : fields) {
    const auto same =
        std::find_if(joined.begin(), joined.end(), [&](const auto& field) { return field.first == name; });
    if (same == joined.end()) {
      joined.emplace_back(name, value);
    } else {
      same->second += "\r\n" + name + ": " + value;
    }
  }
  return joined;
}

}  // namespace

Result<std::unique_ptr<Transport>> NewCppRestTransport(const ClientConfig& config, std::string user_agent) try {
  Result<ServerUrl> url = ParseServerUrl(config.server);
  if (!url.ok()) return url.error().In(config.source);
  auto fields = ImpersonationHeaders(config.impersonate);
  if (!fields.ok()) return fields.error().In(config.source);
  fields->emplace_back("User-Agent", std::move(user_agent));
  Result<std::unique_ptr<CppRestPool>> pool = CppRestPool::New(config, *url);
  if (!pool.ok()) return pool.error().In(config.source);
  return std::unique_ptr<Transport>(
      std::make_unique<CppRestTransport>(config, std::move(*url), std::move(*pool), Joined(*fields)));
} catch (const std::exception& e) {
  return Error(ErrorCode::kInvalidInput, config.source + ": " + e.what());
}

}  // namespace structural::kube
