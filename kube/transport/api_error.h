// ApiError: an error answer of the API server as a typed value.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

// Maximum wait that a server can demand. It may be wrong, and a client should notice soon that a
// server is available again. client-go has no such limit.
inline constexpr std::chrono::seconds kMaxRetryAfter{60};

// The fields of a Status object that are used.
struct ApiError {
  struct Cause {
    std::string reason;   // reason for programs: "FieldValueInvalid"
    std::string message;  // text for users
    std::string field;    // path of a field: "spec.names.plural"; may be empty
  };

  int status = 0;  // HTTP status, or the code of the Status object
  // Reason for programs: "AlreadyExists"; empty if the answer is not a Status object.
  std::string reason;
  std::string message;        // text for users
  std::vector<Cause> causes;  // details.causes
  // Wait that the server demands: details.retryAfterSeconds or the header, at most
  // kMaxRetryAfter.
  std::optional<std::chrono::seconds> retry_after;
};

// Reads a Status object. For another body, uses the text of the status code and an excerpt of the
// body.
ApiError ParseApiError(int http_status, std::string_view body);

// Reads the body of an answer, and its Retry-After header. Precondition: !IsSuccess(response.status).
ApiError ParseApiError(const Response& response);

// Maps 409 to kConflict, 422 to kUnprocessable and so on. The message includes at most 16 KiB of
// the server's own, with Secrets::OfProcess hidden. The error also has the reason and the wait.
// Upstream: api/errors/errors.go (apimachinery 0.37); for kVersionTooLarge
// tools/cache/reflector.go isTooLargeResourceVersionError (client-go 0.37)
base::Error ToError(const ApiError& error);

// Returns the error of an answer. Precondition: !IsSuccess(response.status).
base::Error ErrorFromResponse(const Response& response);

// Returns the Retry-After header in whole seconds, at most kMaxRetryAfter; nullopt if it is
// missing, a date or not a number.
std::optional<std::chrono::seconds> RetryAfter(const Response& response);

}  // namespace structural::kube
