#include "schema/base/error.h"

namespace structural::base {

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadRequest: return "bad_request";
    case ErrorCode::kUnauthorized: return "unauthorized";
    case ErrorCode::kForbidden: return "forbidden";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kConflict: return "conflict";
    case ErrorCode::kGone: return "gone";
    case ErrorCode::kUnprocessable: return "unprocessable";
    case ErrorCode::kTooManyRequests: return "too_many_requests";
    case ErrorCode::kServerError: return "server_error";
    case ErrorCode::kUnavailable: return "unavailable";
    case ErrorCode::kTimeout: return "timeout";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kInvalidInput: return "invalid_input";
    case ErrorCode::kLimitExceeded: return "limit_exceeded";
    case ErrorCode::kInternal: return "internal";
  }
  return "internal";
}

Error Error::In(std::string_view step) const {
  std::string message;
  message.reserve(step.size() + 2 + message_.size());
  message.append(step).append(": ").append(message_);
  return Error(code_, std::move(message));
}

}  // namespace structural::base
