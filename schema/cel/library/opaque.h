// Makes and reads opaque values.
#pragma once

#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "schema/cel/eval/opaque.h"
#include "schema/cel/library/costs.h"

namespace structural::cel::library {

// Returns a T in the context's arena. T has `static const cel::Type kType`.
template <typename T, typename... Arguments>
Value MakeOpaque(Context& context, Arguments&&... arguments) {
  static_assert(std::is_trivially_destructible_v<T>);
  void* const place = context.arena().Allocate(sizeof(T), alignof(T));
  return Value::Of(*new (place) T(std::forward<Arguments>(arguments)...));
}

// Returns null if the value is not a T.
template <typename T>
const T* AsOpaque(const Value& value) {
  if (!value.is(eval::Kind::kOpaque) || &value.opaque().type() != &T::kType) return nullptr;
  return static_cast<const T*>(&value.opaque());
}

// Precondition: the value is a T. Guarded implementations guarantee this.
template <typename T>
const T& Get(const Value& value) {
  return static_cast<const T&>(value.opaque());
}

}  // namespace structural::cel::library
