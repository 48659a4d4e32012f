#include "controller/measured_transport.h"

#include <functional>
#include <utility>

#include <glog/logging.h>

#include "controller/log_fields.h"
#include "kube/transport/headers.h"

namespace structural::controller {
namespace {

using base::ErrorCode;
using base::Result;
using kube::Request;
using kube::Response;

// The label of a request without an answer, as in client-go.
constexpr const char* kNoAnswer = "<error>";

// Returns the HTTP status of the error, such as "400"; the label kNoAnswer if it has none.
std::string CodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadRequest: return "400";
    case ErrorCode::kUnauthorized: return "401";
    case ErrorCode::kForbidden: return "403";
    case ErrorCode::kNotFound: return "404";
    case ErrorCode::kConflict: return "409";
    case ErrorCode::kGone: return "410";
    case ErrorCode::kUnprocessable: return "422";
    case ErrorCode::kTooManyRequests: return "429";
    case ErrorCode::kServerError: return "500";
    case ErrorCode::kVersionTooLarge: return "504";
    default: return kNoAnswer;
  }
}

class Stopwatch {
 public:
  std::chrono::steady_clock::duration Elapsed() const { return std::chrono::steady_clock::now() - begun_; }

 private:
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

std::string CodeOf(const Result<Response>& response) {
  return response.ok() ? std::to_string(response->status) : CodeOf(response.error().code());
}

}  // namespace

void MeasuredTransport::Log(const Request& request, const std::string& code, Milliseconds took) const {
  if (!VLOG_IS_ON(2)) return;
  const LogFields about({{"verb", request.method},
                         {"url", host_ + request.path},
                         {"status", code},
                         {"milliseconds", static_cast<std::int64_t>(took.count())}});
  VLOG(2) << "request";
}

Result<Response> MeasuredTransport::RecordAnswer(const Request& request, Milliseconds took, Result<Response> response) {
  const std::string code = CodeOf(response);
  metrics_.CountRequest(request.method, host_, code, took);
  Log(request, code, took);
  if (response.ok()) warnings_.OnAnswer(response->headers);
  return response;
}

Result<Response> MeasuredTransport::Do(const Request& request, std::stop_token stop) {
  const Stopwatch watch;
  Result<Response> response = transport_.Do(request, stop);
  return RecordAnswer(request, watch.Elapsed(), std::move(response));
}

Result<Response> MeasuredTransport::Fetch(const Request& request, const kube::OnBytes& on_bytes, std::stop_token stop) {
  const Stopwatch watch;
  Result<Response> response = transport_.Fetch(request, on_bytes, stop);
  return RecordAnswer(request, watch.Elapsed(), std::move(response));
}

base::Status MeasuredTransport::Stream(const Request& request, std::chrono::milliseconds idle, const OnLine& on_line,
                                       std::stop_token stop) {
  const Stopwatch watch;
  bool counted = false;
  const auto count = [&](const std::string& code) {
    if (std::exchange(counted, true)) return;
    metrics_.CountRequest(request.method, host_, code, std::nullopt);
    Log(request, code, watch.Elapsed());
  };
  Request noted = request;
  noted.on_answer = [&](int status, const kube::Headers& headers) {
    count(std::to_string(status));
    warnings_.OnAnswer(headers);
    if (request.on_answer) request.on_answer(status, headers);
  };
  const base::Status status = transport_.Stream(noted, idle, on_line, stop);
  count(status.ok() ? "200" : CodeOf(status.error().code()));
  return status;
}

bool WarningLog::IsNew(std::size_t hash) {
  const std::lock_guard lock(mutex_);
  return logged_hashes_.size() < kMaxTexts && logged_hashes_.insert(hash).second;
}

void WarningLog::OnAnswer(const kube::Headers& headers) {
  for (const std::string& text : kube::ParseWarnings(headers.Find("Warning"))) {
    if (IsNew(std::hash<std::string>()(text))) LOG(WARNING) << "the API server warns: " << text;
  }
}

}  // namespace structural::controller
