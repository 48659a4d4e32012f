// Result<T>: a value, or an Error that says why the value is missing.
//
//   Result<Config> config = LoadKubeconfigs({path});
//   if (!config.ok()) return config.error().In("read kubeconfig");
//   Use(*config);
//
// Owns the value. As thread-safe as T.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace structural::base {

// Error codes, for decisions of a caller. The first group maps to a reason of Kubernetes' Status or an HTTP code.
//
// An Error means that an operation failed: a file cannot be read, a server rejects a request. A schema that is not
// structural is not an Error but a Violation, which is a result.
enum class ErrorCode {
  kBadRequest,       // 400: the request itself is wrong
  kUnauthorized,     // 401: no or wrong credentials
  kForbidden,        // 403: credentials are fine, rights are missing
  kNotFound,         // 404
  kConflict,         // 409: the object changed in the meantime
  kGone,             // 410: the resourceVersion or continue token has expired
  kVersionTooLarge,  // 504: the server has not reached this resourceVersion yet
  kUnprocessable,    // 422: the object or patch is invalid, or a JSON Patch test failed
  kTooManyRequests,  // 429
  kServerError,      // 5xx
  kUnavailable,      // the connection failed or broke: refused, reset, DNS, TLS
  kTimeout,          // no progress within the deadline
  kCancelled,        // the caller asked to stop
  kInvalidInput,     // input (JSON, YAML, kubeconfig, arguments) that cannot be understood
  kLimitExceeded,    // a limit on depth, size or count was exceeded
  kInternal,         // a bug in this program
};

// Returns the code as one lower-case word, for logs and metrics ("not_found").
std::string_view ErrorCodeName(ErrorCode code);

// An error as a value. The message names the failed steps, outermost first: "list CRDs: connect to
// https://10.0.0.1:6443: connection refused". It never contains a secret.
class Error {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // The `reason` of the Status in an API server's response ("AlreadyExists"), empty if the Status has none; and the
  // time after which the client may retry, 0 if the response has none.
  const std::string& reason() const { return reason_; }
  std::chrono::seconds retry_after() const { return retry_after_; }
  Error WithReason(std::string reason) &&;
  Error WithRetryAfter(std::chrono::seconds wait) &&;

  // Returns the same error with the failed step in front: "STEP: message".
  Error In(std::string_view step) const;
  // The step that In has put in front last; empty: none.
  std::string_view step() const { return std::string_view(message_).substr(0, step_bytes_); }
  // The same error without that step.
  Error WithoutStep() const;

  // For an error in a text: its byte offset, and the message without the position. nullopt if the error has no offset, or
  // if it has steps.
  struct InText {
    std::size_t offset;
    std::string_view what;  // points into the error
  };
  std::optional<InText> in_text() const;
  // "PLACE: message".
  Error WithPlace(std::size_t offset, std::string_view place) &&;

 private:
  ErrorCode code_;
  std::string message_;
  std::size_t step_bytes_ = 0;   // bytes of step() at the beginning of message_
  std::size_t steps_bytes_ = 0;  // bytes of all steps and their separators at the beginning of message_
  std::optional<std::size_t> offset_ = {};
  std::size_t place_bytes_ = 0;
  std::string reason_ = {};
  std::chrono::seconds retry_after_{0};
};

// Prints a message to standard error and aborts. `error` is the error of the Result whose value was accessed, or null
// if error() was called on a Result that has a value.
[[noreturn]] void AbortOnWrongResult(const Error* error);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit
  Result(ErrorCode code, std::string message) : Result(Error(code, std::move(message))) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition: ok(). Otherwise the process ends with a message, in every build type.
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

  // Precondition: !ok(). Otherwise the process ends with a message, in every build type.
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

// The result of an operation that has no value and can fail: `return Ok();`.
using Status = Result<std::monostate>;
inline Status Ok() { return std::monostate{}; }

}  // namespace structural::base
