// The implementations of several libraries, by their ids.
//
// Upstream: cel-go interpreter/dispatcher.go (v0.29.2).
#pragma once

#include <initializer_list>
#include <string_view>
#include <unordered_map>

#include "schema/cel/eval/function.h"

namespace structural::cel::eval {

// Thread-safe after construction. The libraries must outlive the table.
class FunctionTable {
 public:
  FunctionTable(std::initializer_list<const Library*> libraries) {
    for (const Library* library : libraries) Add(*library);
  }

  void Add(const Library& library) {
    for (const Implementation& row : library.implementations) rows_.emplace(row.overload, &row);
    for (const FunctionCost& row : library.costs) costs_.emplace(row.function, row.cost);
  }

  // Returns the implementation of an overload, or of a function for cel-go's singletons; null if no library has it.
  const Implementation* Find(std::string_view overload_or_function) const {
    const auto found = rows_.find(overload_or_function);
    return found == rows_.end() ? nullptr : found->second;
  }
  Cost FindCost(std::string_view function) const {
    const auto found = costs_.find(function);
    return found == costs_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::string_view, const Implementation*> rows_;
  std::unordered_map<std::string_view, Cost> costs_;
};

}  // namespace structural::cel::eval
