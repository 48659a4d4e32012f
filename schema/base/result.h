// Result<T>: a value, or an Error that says why the value is missing.
//
//   Result<Config> config = LoadKubeconfigs({path});
//   if (!config.ok()) return config.error().In("read kubeconfig");
//   Use(*config);
//
// A Result owns its value. It is as thread-safe as T.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace structural::base {

// Error codes, which a caller can use to decide how to handle an error. The codes up to kServerError correspond to HTTP
// status codes, or to reasons in Kubernetes' Status.
//
// An Error means that an operation failed: a file cannot be read, a server rejects a request. In contrast, a schema
// that is not structural is not an Error: it is a successful result that contains a Violation.
enum class ErrorCode {
  kBadRequest,       // 400: the request is malformed
  kUnauthorized,     // 401: credentials are missing or invalid
  kForbidden,        // 403: the credentials are valid, but lack the required rights
  kNotFound,         // 404
  kConflict,         // 409: another client has changed the object since it was read
  kGone,             // 410: the resourceVersion or continue token has expired
  kVersionTooLarge,  // 504: the server has not reached this resourceVersion yet
  kUnprocessable,    // 422: the object or patch is invalid, or a JSON Patch test failed
  kTooManyRequests,  // 429
  kServerError,      // 5xx
  kUnavailable,      // the connection failed or was lost: refused, reset, DNS, TLS
  kTimeout,          // no progress before the deadline
  kCancelled,        // the caller cancelled the operation
  kInvalidInput,     // input (JSON, YAML, kubeconfig, arguments) cannot be decoded
  kLimitExceeded,    // the input exceeds a limit on depth, size or count
  kInternal,         // a bug in this program
};

// Returns the name of the code for logs and metrics, in lower case ("not_found").
std::string_view ErrorCodeName(ErrorCode code);

// An error as a value. Its message lists the failed steps, outermost first, and then the cause: "list CRDs: connect to
// https://10.0.0.1:6443: connection refused". The message never contains a secret.
class Error {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // reason() is the `reason` of the Status in an API server's response ("AlreadyExists"); empty if the Status has none.
  // retry_after() is the time after which the client may retry; 0 if the response has no such time.
  const std::string& reason() const { return reason_; }
  std::chrono::seconds retry_after() const { return retry_after_; }
  Error WithReason(std::string reason) &&;
  Error WithRetryAfter(std::chrono::seconds wait) &&;

  // Returns a copy of the error with `step` before its message: "STEP: message".
  Error In(std::string_view step) const;
  // Returns the outermost step: the argument of the last call of In; empty if In was never called.
  std::string_view step() const { return std::string_view(message_).substr(0, outermost_step_bytes_); }
  // Returns a copy of the error without the outermost step.
  Error WithoutStep() const;

  // An error at a position of a text. in_text() returns nullopt if the error has no byte offset, or if In has added a
  // step.
  struct InText {
    std::size_t offset;
    std::string_view what;  // the message without the position; points into the error
  };
  std::optional<InText> in_text() const;
  // Returns an error with the message "PLACE: message" and a byte offset, which in_text() returns.
  Error WithPlace(std::size_t offset, std::string_view place) &&;

 private:
  ErrorCode code_;
  std::string message_;
  std::size_t outermost_step_bytes_ = 0;  // bytes of step() at the beginning of message_
  std::size_t all_steps_bytes_ = 0;       // bytes of all steps and their separators at the beginning of message_
  std::optional<std::size_t> offset_ = {};
  std::size_t place_bytes_ = 0;
  std::string reason_ = {};
  std::chrono::seconds retry_after_{0};
};

// Reports the misuse of a Result on standard error, and aborts. If value() was called on a Result with an error,
// `error` is that error. If error() was called on a Result with a value, `error` is null.
[[noreturn]] void AbortOnWrongResult(const Error* error);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit
  Result(ErrorCode code, std::string message) : Result(Error(code, std::move(message))) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Returns the value. Precondition: ok(). Otherwise the process aborts with a message, in every build type.
  T& value() & {
    Require(ok());
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    Require(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    Require(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Returns the error. Precondition: !ok(). Otherwise the process aborts with a message, in every build type.
  const Error& error() const {
    Require(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  void Require(bool fulfilled) const {
    if (!fulfilled) [[unlikely]]
      AbortOnWrongResult(std::get_if<1>(&state_));
  }

  std::variant<T, Error> state_;
};

// The result of an operation that returns no value but can fail. `return Ok();` means success.
using Status = Result<std::monostate>;
inline Status Ok() { return std::monostate{}; }

}  // namespace structural::base
