#include "controller/measured_transport.h"

namespace structural::controller {
namespace {

using base::ErrorCode;
using base::Result;
using kube::Request;
using kube::Response;

// What client-go says where there was no answer.
constexpr const char* kNoAnswer = "<error>";

// The status that made this error, as far as one did.
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
  Metrics::Seconds Elapsed() const { return std::chrono::steady_clock::now() - begun_; }

 private:
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

std::string CodeOf(const Result<Response>& response) {
  return response.ok() ? std::to_string(response->status) : CodeOf(response.error().code());
}

}  // namespace

Result<Response> MeasuredTransport::Do(const Request& request, std::stop_token stop) {
  const Stopwatch watch;
  Result<Response> response = below_.Do(request, stop);
  metrics_.Requested(request.method, host_, CodeOf(response), watch.Elapsed());
  return response;
}

Result<Response> MeasuredTransport::Fetch(const Request& request, const kube::OnBytes& on_bytes,
                                          std::stop_token stop) {
  const Stopwatch watch;
  Result<Response> response = below_.Fetch(request, on_bytes, stop);
  metrics_.Requested(request.method, host_, CodeOf(response), watch.Elapsed());
  return response;
}

base::Status MeasuredTransport::Stream(const Request& request, std::chrono::milliseconds idle,
                                       const OnLine& on_line, std::stop_token stop) {
  bool counted = false;
  const auto count = [&](const std::string& code) {
    if (!std::exchange(counted, true)) {
      metrics_.Requested(request.method, host_, code, std::nullopt);
    }
  };
  const base::Status status = below_.Stream(
      request, idle,
      [&](std::string_view line) {
        count("200");
        return on_line(line);
      },
      stop);
  count(status.ok() ? "200" : CodeOf(status.error().code()));
  return status;
}

}  // namespace structural::controller
