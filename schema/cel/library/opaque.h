// Functions that make and read opaque values, which are values of libraries, such as quantities.
#pragma once

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "schema/cel/eval/opaque.h"
#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Returns a value with a new opaque value of type T, which is in the context's arena. T is an eval::Opaque, and has a
// member `static const cel::Type kType`.
template <typename T, typename... Arguments>
Value MakeOpaque(Context& context, Arguments&&... arguments) {
  static_assert(std::is_trivially_destructible_v<T>);
  void* const place = context.arena().Allocate(sizeof(T), alignof(T));
  return Value::Of(*new (place) T(std::forward<Arguments>(arguments)...));
}

// Returns the opaque value of a value if its type is T; otherwise null.
template <typename T>
const T* AsOpaque(const Value& value) {
  if (!value.is(eval::Kind::kOpaque) || &value.opaque().type() != &T::kType) return nullptr;
  return static_cast<const T*>(&value.opaque());
}

// Returns the opaque value of a value. Precondition: its type is T. This is always true for arguments that are declared
// as T, if the implementation has eval::Implementation::checks_types.
template <typename T>
const T& GetOpaque(const Value& value) {
  return static_cast<const T&>(value.opaque());
}

}  // namespace structural::cel::library
