// Result<T>: a value, or the Error why there is none.
//
//   Result<Config> config = LoadKubeconfigs({path});
//   if (!config.ok()) return config.error().In("read kubeconfig");
//   Use(*config);
//
// Holds the value by value. As thread-safe as T.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace structural::base {

// Errors are for the machine failing (a file that cannot be read, a server that refuses). A schema
// that is not structural is no error: that is a Violation, which is a result.
//
// What a caller can decide by. The first group maps to a Kubernetes Status reason or HTTP code.
enum class ErrorCode {
  kBadRequest,       // 400: the request itself is wrong
  kUnauthorized,     // 401: no or wrong credentials
  kForbidden,        // 403: credentials are fine, rights are missing
  kNotFound,         // 404
  kConflict,         // 409: the object changed in the meantime
  kGone,             // 410: the resourceVersion or continue token is too old
  kVersionTooLarge,  // 504: the server has not come to this resourceVersion yet
  kUnprocessable,    // 422: the object or patch is invalid, or a JSON Patch test failed
  kTooManyRequests,  // 429
  kServerError,      // 5xx
  kUnavailable,      // no connection, or it broke: refused, reset, DNS, TLS
  kTimeout,          // no progress within the deadline
  kCancelled,        // the caller asked to stop
  kInvalidInput,     // input (JSON, YAML, kubeconfig, arguments) that cannot be understood
  kLimitExceeded,    // a bound on depth, size or count was met
  kInternal,         // a mistake of ours
};

// The code as one lower-case word, for logs and metrics ("not_found").
std::string_view ErrorCodeName(ErrorCode code);

// A value type. The message says what failed, innermost cause last: "list CRDs: connect to
// https://10.0.0.1:6443: connection refused". It never holds a secret.
class Error {
 public:
  Error(ErrorCode code, std::string message) : code_(code), message_(std::move(message)) {}

  ErrorCode code() const { return code_; }
  const std::string& message() const { return message_; }

  // Of an API server's answer. The reason of its Status ("AlreadyExists"), empty when it gave none;
  // how long it wants not to be asked again, 0 when it did not say.
  const std::string& reason() const { return reason_; }
  std::chrono::seconds retry_after() const { return retry_after_; }
  Error WithReason(std::string reason) &&;
  Error WithRetryAfter(std::chrono::seconds wait) &&;

  // The same error with the step that failed put in front: "STEP: message".
  Error In(std::string_view step) const;
  // The step that In has put in front last; empty: none.
  std::string_view step() const { return std::string_view(message_).substr(0, step_bytes_); }
  // The same error without that step.
  Error WithoutStep() const;

  // Of an error in a text: the byte that it means, and the message without the place; nullopt where it has none, or steps
  // stand in front.
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
  std::size_t step_bytes_ = 0;   // at the beginning of the message
  std::size_t steps_bytes_ = 0;  // of all steps, with what is between them
  std::optional<std::size_t> offset_ = {};
  std::size_t place_bytes_ = 0;
  std::string reason_ = {};
  std::chrono::seconds retry_after_{0};
};

// Ends the process with what it says on standard error: somebody took the value of a Result that
// holds this error or, where it is null, the error of one that holds a value.
[[noreturn]] void EndOfWrongResult(const Error* error);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit
  Result(ErrorCode code, std::string message) : Result(Error(code, std::move(message))) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Precondition: ok(). Where it is not, the process ends with a message, in every build.
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

  // Precondition: !ok(), as above.
  const Error& error() const {
    Require(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  void Require(bool fulfilled) const {
    if (!fulfilled) [[unlikely]] EndOfWrongResult(std::get_if<1>(&state_));
  }

  std::variant<T, Error> state_;
};

// The answer of an operation that returns nothing but may fail: `return Ok();`.
using Status = Result<std::monostate>;
inline Status Ok() { return std::monostate{}; }

}  // namespace structural::base
