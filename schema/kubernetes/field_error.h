// FieldError: an error about a field of an object, in Kubernetes' format:
//   spec.image: Invalid value: "x": must be a string
//
// Upstream: apimachinery pkg/util/validation/field/errors.go (v0.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/json/value.h"
#include "schema/kubernetes/path_steps.h"

namespace structural::kubernetes {

// The kind of an error. kTypeInvalid and kRulesNotRun are printed like kInvalid. The texts of the last three kinds
// contain no name of the kind.
enum class ErrorKind : std::uint8_t {
  kRequired,
  kInvalid,
  kTypeInvalid,
  kRulesNotRun,  // CEL rules were not evaluated because of other errors
  kDuplicate,
  kForbidden,
  kNotSupported,
  kTooLong,
  kTooMany,
  kTooFew,
  kInternal,
  kOther,      // a violation of a rule that servers do not check
  kTruncated,  // means that further errors were omitted
  kMessage,    // a server's error whose reason is not Invalid; its text is only `detail`
};

// An error as data. Owns its texts. Code must use the members, and must not parse the text, because the text contains
// keys and values of the object, which can look like another error.
struct FieldError {
  ErrorKind kind = ErrorKind::kInvalid;
  std::string field;              // the field as the server prints it; "<nil>" if the server prints no field
  PathSteps path = {};            // steps to the field, even if the server prints no field
  std::string value = {};         // the invalid value as printed; empty if the error has no value
  std::string detail = {};        // explanation at the end of the text: "must be a string"; may be empty
  std::string_view keyword = {};  // the keyword of the schema that is violated, in static storage; may be empty
  std::optional<std::int64_t> limit = {};  // the keyword's value if it is a limit, such as maxLength

  // Returns the text without the field: "Invalid value: 7: should be less than 5".
  std::string Body() const;
  // Returns the text with the field: "spec.a: Invalid value: 7: should be less than 5".
  std::string Text() const;
  // Returns the size of Text().
  std::size_t bytes() const;

  friend bool operator==(const FieldError&, const FieldError&) = default;
};

// Returns the name of an error's kind in the text of the error: "Invalid value".
//
// Upstream: field/errors.go ErrorType.String.
std::string_view NameOf(ErrorKind kind);

// Returns the text of each error, as a server prints it.
std::vector<std::string> TextsOf(std::span<const FieldError> errors);

// The detail of an error about a field that must not change.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go FieldImmutableErrorMsg (v0.37.2).
inline constexpr std::string_view kFieldIsImmutable = "field is immutable";

// Each of these functions returns an error about `field`, which is a result of ObjectPath::Field.
FieldError RequiredError(FieldName field, std::string_view detail = {});
FieldError InvalidError(FieldName field, const json::Value& bad, std::string_view detail);
// Like InvalidError, but `json` is the text of the invalid value.
FieldError InvalidJsonError(FieldName field, std::string_view json, std::string_view detail);
FieldError DuplicateError(FieldName field, const json::Value& bad);
FieldError ForbiddenError(FieldName field, std::string_view detail);
FieldError NotSupportedError(FieldName field, const json::Value& bad, std::span<const std::string> supported);
FieldError TooLongError(FieldName field, std::int64_t max);
FieldError TooManyError(FieldName field, std::int64_t actual, std::int64_t max);
FieldError TooFewError(FieldName field, std::int64_t actual, std::int64_t min);
// Returns an error of kind kMessage, whose text is a server's message. `path` is the field that the message is about;
// empty if it is about the whole object.
FieldError MessageError(std::string text, PathSteps path = {});
// Returns the error that marks the end of an incomplete list. Its text is base::kTruncated.
FieldError TruncatedError();

// The errors that an operation finds, with a limited size of all texts (base::OutputBudget). Owns its errors. Not
// thread-safe. Memory: the texts need at most the size of the budget. The paths need at most as much again, and 4 bytes
// for each step.
class FieldErrorList {
 public:
  void Add(FieldError error);
  // Adds the errors of another list. If the other list ends with TruncatedError, this list becomes incomplete, too.
  void Append(std::vector<FieldError> errors);
  // Charges the budget for the text of an error that is not added because the list already has it. `bytes` is the size
  // of the text.
  void ChargeRepeated(std::size_t bytes) { budget_.CountCreated(bytes); }

  bool full() const { return budget_.exhausted(); }  // whether the list drops all further errors
  bool empty() const { return kinds_ == 0; }
  // Whether an error of this kind was added or dropped.
  bool Has(ErrorKind kind) const { return (kinds_ & Bit(kind)) != 0; }

  // Returns the errors in the order in which they were added, followed by TruncatedError if errors were dropped.
  std::vector<FieldError> Take() &&;

 private:
  static constexpr unsigned Bit(ErrorKind kind) { return 1u << static_cast<unsigned>(kind); }

  base::OutputBudget budget_;
  std::vector<FieldError> errors_;
  unsigned kinds_ = 0;
};

// Kubernetes' messages why a name is invalid; empty if the name is valid. Result of the Validate functions below.
//
// Upstream: apimachinery pkg/api/validate/content, pkg/util/validation (v0.37.2).
using Reasons = std::vector<std::string>;

Reasons ValidateDNS1035Label(std::string_view name);
Reasons ValidateDNS1123Label(std::string_view name);
// Validates the name of a custom resource.
Reasons ValidateDNS1123Subdomain(std::string_view name);
// Validates the key of a label or annotation, or a finalizer: "example.com/name".
Reasons ValidateQualifiedName(std::string_view name);
Reasons ValidateLabelValue(std::string_view value);
// Validates a name that is a segment of a URL's path. `prefix`: true if the server will append characters to the name
// (generateName); false if the name is complete.
Reasons ValidatePathSegmentName(std::string_view name, bool prefix);
// Validates an apiVersion: "group/version" or "version".
Reasons ValidateGroupVersion(std::string_view text);

}  // namespace structural::kubernetes
