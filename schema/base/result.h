// Result<T>: a value, or the Error why there is none.
//
//   Result<Config> config = LoadKubeconfigs({path});
//   if (!config.ok()) return config.error().In("read kubeconfig");
//   Use(*config);
//
// Holds the value by value. As thread-safe as T.
#pragma once

#include <utility>
#include <variant>

#include "schema/base/error.h"

namespace structural::base {

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
