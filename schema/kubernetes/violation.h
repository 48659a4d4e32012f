// Violation: a reason why a schema is not structural. It is a result, not an Error.
//
// Its text (Text) equals what Kubernetes writes into the condition's message, byte for byte:
//   spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root
//
// Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go Error (v0.37.2).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/kubernetes/field_error.h"

namespace structural::kubernetes {

// FieldPath: the path of a field in an object, printed in Kubernetes' form:
// spec.versions[0].schema.openAPIV3Schema.properties[spec].items
//
// Nodes form a chain to the root. A node borrows its parent and its strings: create it on the stack during a visit, and
// print it only for a violation.
//
// Upstream: k8s.io/apimachinery pkg/util/validation/field/path.go Path (v0.37.2). Keys print raw.
class FieldPath {
 public:
  // Creates a root element.
  explicit FieldPath(std::string_view name) : name_(name) {}

  // The result must not outlive this node and the strings.
  FieldPath Child(std::string_view name) const { return FieldPath(this, name, Kind::kName, {}, 0); }
  FieldPath Child(std::string_view name, std::string_view key) const {
    return FieldPath(this, name, Kind::kKey, key, 0);
  }
  FieldPath Child(std::string_view name, std::size_t index) const {
    return FieldPath(this, name, Kind::kIndex, {}, index);
  }

  std::string String() const;

 private:
  enum class Kind : char { kName, kKey, kIndex };

  FieldPath(const FieldPath* parent, std::string_view name, Kind kind, std::string_view key, std::size_t index)
      : parent_(parent), name_(name), key_(key), index_(index), kind_(kind) {}

  void AppendTo(std::string& text) const;

  const FieldPath* parent_ = nullptr;
  std::string_view name_;
  std::string_view key_;
  std::size_t index_ = 0;
  Kind kind_ = Kind::kName;
};

struct Violation {
  std::string_view rule;  // the rule's id; static storage
  FieldError error;

  const std::string& field() const { return error.field; }
  // Returns the text without the field: "Required value: must be specified".
  std::string Body() const { return error.Body(); }
  std::string Text() const { return error.Text(); }
};

// Return a violation of the kind in the function's name. `rule` must have static storage. `detail` may be empty.
Violation Required(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Forbidden(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Invalid(std::string_view rule, const FieldPath& path, std::string_view bad_value, std::string_view detail);
// Returns an error about a value whose Go type is not a string. `value` is the printed value.
Violation InvalidPrinted(std::string_view rule, const FieldPath& path, std::string_view value, std::string_view detail);
Violation InvalidTrue(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation InvalidFalse(std::string_view rule, const FieldPath& path, std::string_view detail);
// Returns an error about an unsupported value. `supported` is the printed list of values: "\"None\", \"Webhook\"".
Violation NotSupported(std::string_view rule, const FieldPath& path, std::string_view bad_value,
                       std::string_view supported);

// Returns the condition's message: one text without brackets, several as "[a, b]". Equal texts are printed once. Empty
// without violations.
//
// Upstream: field/errors.go ErrorList.ToAggregate and util/errors aggregate.Error (v0.37.2).
std::string Message(std::span<const Violation> violations);
// Returns the condition's message for texts that are already printed.
std::string MessageOf(std::span<const std::string> texts);

// ViolationBudget limits the total text of violations.
//
// A schema of some hundred kilobytes can have gigabytes of violations, each with a path of 10,000 levels. Functions
// that find violations check the budget regularly, and stop if it is exhausted. A condition that a server can store is
// far below the limit, so the limit changes no such condition.
//
// Borrows the list. Each check measures the violations that were added since the last one. Not thread-safe.
class ViolationBudget {
 public:
  static constexpr std::size_t kBytes = base::OutputBudget::kBytes;

  explicit ViolationBudget(const std::vector<Violation>& found) : found_(found) {}

  bool exhausted() {
    for (; counted_ < found_.size(); ++counted_) bytes_ += found_[counted_].error.bytes();
    return bytes_ > kBytes;
  }

 private:
  const std::vector<Violation>& found_;
  std::size_t counted_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace structural::kubernetes
