// Violation: a reason why a schema is not structural. It is a result of a check, not an Error.
//
// Text() returns the text that Kubernetes writes into the condition's message, byte for byte:
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

// FieldPath: the path of a field in an object, printed in Kubernetes' notation:
// spec.versions[0].schema.openAPIV3Schema.properties[spec].items
//
// A path is a chain of nodes, each with a pointer to its parent. The parent and the strings must outlive a node. A
// function that visits a schema builds the chain on the stack, and prints the path only for a violation.
//
// Upstream: k8s.io/apimachinery pkg/util/validation/field/path.go Path (v0.37.2). Keys are not quoted or escaped.
class FieldPath {
 public:
  // Creates a root element.
  explicit FieldPath(std::string_view name) : name_(name) {}

  // Each of these functions returns the path of a child. The result must not outlive this node and the argument.
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
  std::string_view rule;  // id of the violated rule; static storage
  FieldError error;

  const std::string& field() const { return error.field; }
  // Returns the text without the field: "Required value: must be specified".
  std::string Body() const { return error.Body(); }
  std::string Text() const { return error.Text(); }
};

// Each of these functions returns a violation whose error is of the kind in the function's name: `Required` returns
// "Required value". `rule` must have static storage. `detail` may be empty.
Violation Required(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Forbidden(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Invalid(std::string_view rule, const FieldPath& path, std::string_view bad_value, std::string_view detail);
// Like Invalid, for a value whose Go type is not a string. `value` is the printed value, which is not quoted.
Violation InvalidPrinted(std::string_view rule, const FieldPath& path, std::string_view value, std::string_view detail);
Violation InvalidTrue(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation InvalidFalse(std::string_view rule, const FieldPath& path, std::string_view detail);
// Returns a violation about an unsupported value. `supported` is the printed list of allowed values: "None", "Webhook",
// including the quotation marks.
Violation NotSupported(std::string_view rule, const FieldPath& path, std::string_view bad_value,
                       std::string_view supported);

// Returns the message of the condition: one text unchanged, several texts as "[a, b]". Equal texts count as one.
// Returns "" if `violations` is empty.
//
// Upstream: field/errors.go ErrorList.ToAggregate and util/errors aggregate.Error (v0.37.2).
std::string Message(std::span<const Violation> violations);
// Like Message, for the texts of violations.
std::string MessageOf(std::span<const std::string> texts);

// ViolationBudget limits the total size of the texts of violations.
//
// A schema of some hundred kilobytes can have gigabytes of violations, each with a path of 10,000 levels. Functions
// that find violations call exhausted() regularly, and stop if it returns true. A message that a server can store is
// far smaller than the limit, so the limit does not change such a message.
//
// The list of violations must outlive this object. Each call of exhausted() adds the violations that were appended to
// the list since the previous call. Not thread-safe.
class ViolationBudget {
 public:
  static constexpr std::size_t kMaxBytes = base::OutputBudget::kMaxKeptBytes;

  explicit ViolationBudget(const std::vector<Violation>& found) : found_(found) {}

  bool exhausted() {
    for (; counted_ < found_.size(); ++counted_) bytes_ += found_[counted_].error.bytes();
    return bytes_ > kMaxBytes;
  }

 private:
  const std::vector<Violation>& found_;
  std::size_t counted_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace structural::kubernetes
