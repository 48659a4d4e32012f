// How a value is reached from a variable: {self, spec, containers, @items}.
//
// A path is a slice of Go: what is appended to it may be written behind it, and there over what was
// appended before. Kubernetes' estimates depend on that: the index of a list in `all(i, v, …)` may
// have the size of its elements.
//
// Upstream: cel-go checker/cost.go (v0.29.2), append in pushIterKey and pushIterValue.
#pragma once

#include <span>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::cel::cost {

// A value; the names are in an Arena.
class Path {
 public:
  Path() = default;

  // Of capacity 1.
  static Path Of(std::string_view variable, base::Arena& arena) {
    return Path().Append(variable, arena);
  }

  // This path with a name more. The capacity doubles, as Go's does up to 256 names.
  Path Append(std::string_view name, base::Arena& arena) const;

  std::span<const std::string_view> names() const { return {names_, size_}; }

 private:
  std::string_view* names_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace structural::cel::cost
