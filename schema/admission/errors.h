// The errors of a custom resource, and whether they prevent the evaluation of rules.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "schema/kubernetes/field_error.h"

namespace structural::admission {

// Owns its errors. Not thread-safe. Memory: as FieldErrorList.
class ResourceErrors {
 public:
  void Add(kubernetes::FieldError error) {
    blocks_rules_ |= Blocks(error.kind);
    errors_.Add(std::move(error));
  }
  void Append(std::vector<kubernetes::FieldError> errors) {
    blocks_rules_ |= std::ranges::any_of(errors, Blocks, &kubernetes::FieldError::kind);
    errors_.Append(std::move(errors));
  }
  void Append(kubernetes::FieldErrorList errors) {
    for (const kubernetes::ErrorKind kind : kBlocking) blocks_rules_ |= errors.Has(kind);
    AppendWithoutBlocking(std::move(errors).Take());
  }
  // Errors that the registry finds before it looks for those that block rules, or that rules themselves give.
  void AppendWithoutBlocking(std::vector<kubernetes::FieldError> errors) { errors_.Append(std::move(errors)); }

  bool blocks_rules() const { return blocks_rules_; }
  std::vector<kubernetes::FieldError> Take() && { return std::move(errors_).Take(); }

 private:
  // Errors that are too many to list may contain one of these.
  //
  // Upstream: registry/customresource/strategy.go hasBlockingErr (v0.37.2).
  static constexpr kubernetes::ErrorKind kBlocking[] = {
      kubernetes::ErrorKind::kNotSupported, kubernetes::ErrorKind::kRequired,    kubernetes::ErrorKind::kTooLong,
      kubernetes::ErrorKind::kTooMany,      kubernetes::ErrorKind::kTypeInvalid, kubernetes::ErrorKind::kTruncated};
  static bool Blocks(kubernetes::ErrorKind kind) { return std::ranges::find(kBlocking, kind) != std::end(kBlocking); }

  kubernetes::FieldErrorList errors_;
  bool blocks_rules_ = false;
};

}  // namespace structural::admission
