// What is wrong with a custom resource, and whether rules can be evaluated all the same.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/kubernetes/field_error.h"
#include "schema/objects/validate.h"

namespace structural::admission {

// Owns its errors, each "FIELD: WHAT". Not thread-safe. Memory: the budget, and one error.
class ResourceErrors {
 public:
  void Add(objects::ValueError error) {
    empty_ = false;
    blocks_rules_ |= error.blocks_rules;
    texts_.Add(std::move(error.text));
  }
  void Add(kubernetes::FieldError error) { Add({std::move(error.text), Blocks(error.kind)}); }

  void Add(kubernetes::FieldErrorList errors) {
    for (const kubernetes::ErrorKind kind : kBlocking) blocks_rules_ |= errors.Has(kind);
    AddWithoutBlocking(std::move(errors).Take());
  }

  // Errors that the registry finds before it looks for those that block rules, or that rules themselves give.
  void AddWithoutBlocking(std::vector<std::string> texts) {
    for (std::string& text : texts) Add({std::move(text), false});
  }

  bool empty() const { return empty_; }
  bool blocks_rules() const { return blocks_rules_; }
  std::vector<std::string> Take() && { return std::move(texts_).Take(); }

 private:
  // A wrong type blocks rules, too: objects::ValueError contains that.
  //
  // Upstream: registry/customresource/strategy.go hasBlockingErr (v0.37.2).
  static constexpr kubernetes::ErrorKind kBlocking[] = {
      kubernetes::ErrorKind::kNotSupported, kubernetes::ErrorKind::kRequired, kubernetes::ErrorKind::kTooLong,
      kubernetes::ErrorKind::kTooMany};
  static bool Blocks(kubernetes::ErrorKind kind) { return std::ranges::find(kBlocking, kind) != std::end(kBlocking); }

  base::TextList texts_;
  bool empty_ = true;
  bool blocks_rules_ = false;
};

}  // namespace structural::admission
