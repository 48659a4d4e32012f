// Errors: the errors of a CRD, within a budget (schema/base/output_budget.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/violation.h"

namespace structural::validate {

// Owns its errors. Not thread-safe. Memory: at most the budget and one error.
class Errors {
 public:
  void Add(kubernetes::Violation error) {
    if (budget_.Spend(error.error.bytes())) found_.push_back(std::move(error));
  }
  void Add(std::string_view rule, kubernetes::FieldError error) { Add({rule, std::move(error)}); }
  void Add(std::string_view rule, std::vector<kubernetes::FieldError> errors) {
    for (kubernetes::FieldError& error : errors) {
      if (error.kind == kubernetes::ErrorKind::kTruncated) return budget_.Exhaust();
      Add(rule, std::move(error));
    }
  }
  // Whether the budget is exhausted: further errors are dropped, and checks should stop.
  bool full() const { return budget_.exhausted(); }
  std::size_t size() const { return found_.size(); }

  // Returns the errors in the order of Add. If some are missing, the last one has the text base::kTruncated.
  std::vector<kubernetes::Violation> Take() && {
    if (full()) found_.push_back({"", kubernetes::CutShortError()});
    return std::move(found_);
  }

 private:
  base::OutputBudget budget_;
  std::vector<kubernetes::Violation> found_;
};

}  // namespace structural::validate
