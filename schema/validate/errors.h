// Errors: what is wrong with a CRD, within a budget (schema/base/output_budget.h).
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/kubernetes/violation.h"

namespace structural::validate {

// Owns its errors. Not thread-safe. Memory: the budget, and one error.
class Errors {
 public:
  void Add(kubernetes::Violation error) {
    if (budget_.Spend(error.text.size())) found_.push_back(std::move(error));
  }
  // Field errors as texts, by objects (schema/objects).
  void Add(std::string_view rule, std::vector<std::string> texts) {
    for (std::string& text : texts) {
      if (text == base::kCutShort) return budget_.Exhaust();
      const std::size_t size = FieldSize(text);
      Add({rule, std::move(text), size});
    }
  }
  // Nothing more is added. A check asks before it goes on.
  bool full() const { return budget_.exhausted(); }
  std::size_t size() const { return found_.size(); }

  // In the order in which they came, one about all that are missing last.
  std::vector<kubernetes::Violation> Take() && {
    if (full()) found_.push_back({"", std::string(base::kCutShort), base::kCutShort.find(':')});
    return std::move(found_);
  }

 private:
  // How much of a text is the path: all before the kind of error.
  static std::size_t FieldSize(std::string_view text) {
    std::size_t size = text.size();
    for (const std::string_view kind :
         {": Invalid value", ": Required value", ": Unsupported value", ": Duplicate value",
          ": Forbidden", ": Too long", ": Too many"})
      size = std::min(size, text.find(kind));
    return size;
  }

  base::OutputBudget budget_;
  std::vector<kubernetes::Violation> found_;
};

}  // namespace structural::validate
