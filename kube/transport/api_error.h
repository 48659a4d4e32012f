// ApiError: an error that the API server has answered, as a struct.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/transport/transport.h"
#include "schema/base/result.h"

namespace structural::kube {

// Maximum wait that a server can demand; a longer one is cut to it. A server can demand a wrong wait, and a client
// should notice soon when the server is available again. client-go has no such limit.
inline constexpr std::chrono::seconds kMaxRetryAfter{60};

// The fields of a Status object that this project uses.
struct ApiError {
  struct Cause {
    std::string reason;   // reason for programs: "FieldValueInvalid"
    std::string message;  // text for users
    std::string field;    // path of the invalid field: "spec.names.plural"; empty if the cause is not about a field
  };

  int status = 0;  // HTTP status, or the code of the Status object
  // Reason for programs: "AlreadyExists"; empty if the answer is not a Status object.
  std::string reason;
  std::string message;        // text for users
  std::vector<Cause> causes;  // details.causes
  // Wait that the server demands in the header Retry-After or in details.retryAfterSeconds; at most kMaxRetryAfter.
  std::optional<std::chrono::seconds> retry_after;
};

// Reads a Status object. If the body is something else, the error's message is the text of the status code with an
// excerpt of the body.
ApiError ParseApiError(int http_status, std::string_view body);

// Like the function above, and also reads the header Retry-After. Precondition: !IsSuccess(response.status).
ApiError ParseApiError(const Response& response);

// Converts the error to base::Error: 409 becomes kConflict, 422 kUnprocessable, and so on. Its message includes at most
// 16 KiB of the server's message, without the secrets of Secrets::OfProcess. It also has the reason and the demanded
// wait.
// Upstream: api/errors/errors.go (apimachinery 0.37); for kVersionTooLarge
// tools/cache/reflector.go isTooLargeResourceVersionError (client-go 0.37)
base::Error ToError(const ApiError& error);

// Returns the error of an answer. Precondition: !IsSuccess(response.status).
base::Error ErrorFromResponse(const Response& response);

// Returns the value of the header Retry-After in seconds, at most kMaxRetryAfter; nullopt if the header is missing or
// not a number, for example a date.
std::optional<std::chrono::seconds> RetryAfter(const Response& response);

}  // namespace structural::kube
