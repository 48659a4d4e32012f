// The variables of loops, innermost last.
//
// Upstream: cel-go checker/scopes.go (v0.29.2).
#pragma once

#include <string_view>
#include <vector>

#include "schema/cel/type.h"

namespace structural::cel {

// Not thread-safe.
class Scopes {
 public:
  // Declares a variable, until it is removed by Pop.
  void Push(std::string_view name, const Type* type) { variables_.push_back({name, type}); }
  void Pop(std::size_t count) { variables_.resize(variables_.size() - count); }

  // Returns the type of the innermost variable with the name, or null. Ignores a leading dot.
  const Type* Find(std::string_view name) const {
    if (name.starts_with('.')) name.remove_prefix(1);
    for (std::size_t i = variables_.size(); i > 0; --i) {
      if (variables_[i - 1].name == name) return variables_[i - 1].type;
    }
    return nullptr;
  }

 private:
  struct Variable {
    std::string_view name;
    const Type* type;
  };

  std::vector<Variable> variables_;
};

}  // namespace structural::cel
