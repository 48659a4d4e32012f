// Functions that make and read opaque values, which are values of libraries, such as quantities.
#pragma once

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "schema/cel/eval/opaque.h"
#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Returns a value with a new T in the context's arena. T is an eval::Opaque, and has a member
// `static const cel::Type kType`.
template <typename T, typename... Arguments>
Value MakeOpaque(Context& context, Arguments&&... arguments) {
  static_assert(std::is_trivially_destructible_v<T>);
  void* const place = context.arena().Allocate(sizeof(T), alignof(T));
  return Value::Of(*new (place) T(std::forward<Arguments>(arguments)...));
}

// Returns the T of a value; null if the value has no T.
template <typename T>
const T* AsOpaque(const Value& value) {
  if (!value.is(eval::Kind::kOpaque) || &value.opaque().type() != &T::kType) return nullptr;
  return static_cast<const T*>(&value.opaque());
}

// Returns the T of a value. Precondition: the value has a T. This is always true for arguments that are declared as T,
// if the implementation is guarded (eval::Implementation::guarded).
template <typename T>
const T& Get(const Value& value) {
  return static_cast<const T&>(value.opaque());
}

}  // namespace structural::cel::library
