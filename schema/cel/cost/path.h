// The path from a variable to a value: {self, spec, containers, @items}.
//
// A path is a slice as in Go: appending a name can write into memory that it shares with other paths, and overwrite
// names that were appended to them. Kubernetes' estimates depend on this: the index of a list in `all(i, v, …)` can get
// the size of its elements.
//
// Upstream: cel-go checker/cost.go (v0.29.2), append in pushIterKey and pushIterValue.
#pragma once

#include <span>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::cel::cost {

// A value type; the names are in an Arena.
class Path {
 public:
  Path() = default;

  // Returns a path of capacity 1.
  static Path Of(std::string_view variable, base::Arena& arena) { return Path().Append(variable, arena); }

  // Returns this path with one more name. The capacity doubles, like Go's up to 256 names.
  Path Append(std::string_view name, base::Arena& arena) const;

  std::span<const std::string_view> names() const { return {names_, size_}; }

 private:
  std::string_view* names_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace structural::cel::cost
