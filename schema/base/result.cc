#include "schema/base/result.h"

#include <cstdio>
#include <cstdlib>

#include "schema/base/quote.h"

namespace structural::base {

std::string_view ErrorCodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kBadRequest: return "bad_request";
    case ErrorCode::kUnauthorized: return "unauthorized";
    case ErrorCode::kForbidden: return "forbidden";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kConflict: return "conflict";
    case ErrorCode::kGone: return "gone";
    case ErrorCode::kVersionTooLarge: return "version_too_large";
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
  Error error = *this;
  error.message_.insert(0, ": ").insert(0, step);
  error.outermost_step_bytes_ = step.size();
  error.all_steps_bytes_ += step.size() + 2;
  return error;
}

Error Error::WithoutStep() const {
  Error error = *this;
  if (error.all_steps_bytes_ == 0) return error;
  error.message_.erase(0, outermost_step_bytes_ + 2);
  error.all_steps_bytes_ -= outermost_step_bytes_ + 2;
  error.outermost_step_bytes_ = 0;
  return error;
}

std::optional<Error::InText> Error::in_text() const {
  if (!offset_ || all_steps_bytes_ != 0) return std::nullopt;
  return InText{*offset_, std::string_view(message_).substr(place_bytes_)};
}

Error Error::WithPlace(std::size_t offset, std::string_view place) && {
  message_.insert(0, ": ").insert(0, place);
  offset_ = offset;
  place_bytes_ = place.size() + 2;
  return std::move(*this);
}

Error Error::WithReason(std::string reason) && {
  reason_ = std::move(reason);
  return std::move(*this);
}

Error Error::WithRetryAfter(std::chrono::seconds wait) && {
  retry_after_ = wait;
  return std::move(*this);
}

void AbortOnWrongResult(const Error* error) {
  const std::string text =
      error == nullptr ? "the error of a Result that holds a value was taken"
                       : "the value of a Result was taken that holds an error: " + EscapeUnprintable(error->message());
  std::fputs(("structural: " + text + "\n").c_str(), stderr);
  std::abort();
}

}  // namespace structural::base
