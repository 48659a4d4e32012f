// ApiError: an answer of the API server that is not a success, as a typed error.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

// A server that names a longer wait is asked again after this one: what it says may be wrong, and
// nobody is to be deaf for long once it is there again. client-go waits as long as it is told.
inline constexpr std::chrono::seconds kLongestRetryAfter{60};

// The members of a Status object that decide.
struct ApiError {
  struct Cause {
    std::string reason;   // "FieldValueInvalid"
    std::string message;  // for people
    std::string field;    // "spec.names.plural"; may be empty
  };

  int status = 0;             // HTTP status, or the Status object's code
  std::string reason;         // "AlreadyExists"; empty when the answer was no Status object
  std::string message;        // for people
  std::vector<Cause> causes;  // details.causes
  // How long not to ask again: details.retryAfterSeconds or the header, at most kLongestRetryAfter.
  std::optional<std::chrono::seconds> retry_after;
};

// Reads a Status object. A body that is none gives the status code's own words and an excerpt.
ApiError ParseApiError(int http_status, std::string_view body);

// The same for an answer, with its Retry-After. Precondition: response.status is not 2xx.
ApiError ParseApiError(const Response& response);

// 409 is kConflict, 422 kUnprocessable and so on; the message holds the server's own, without
// Secrets::OfProcess, and at most 16 KiB of it; the error carries the reason and the wait.
// Upstream: api/errors/errors.go (apimachinery 0.37); for kVersionTooLarge
// tools/cache/reflector.go isTooLargeResourceVersionError (client-go 0.37)
base::Error ToError(const ApiError& error);

// Precondition: response.status is not 2xx.
base::Error ErrorFromResponse(const Response& response);

// The Retry-After header in whole seconds, at most kLongestRetryAfter; none when it is missing, a
// date or not a number.
std::optional<std::chrono::seconds> RetryAfter(const Response& response);

}  // namespace structural::kube
