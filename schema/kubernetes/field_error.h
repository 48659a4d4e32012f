// Errors about a field of an object, in Kubernetes' form:
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

// The kind of an error. kTypeInvalid and kRulesNotRun are printed as kInvalid. The last three kinds have no name in the
// text.
enum class ErrorKind : std::uint8_t {
  kRequired,
  kInvalid,
  kTypeInvalid,
  kRulesNotRun,  // rules were not run, because of other errors
  kDuplicate,
  kForbidden,
  kNotSupported,
  kTooLong,
  kTooMany,
  kInternal,
  kOther,      // a violation of a rule that servers do not check
  kTruncated,  // marks that further errors were omitted
  kMessage,    // an error of a server with a reason other than Invalid; its text is `detail` alone
};

// FieldError: an error as data. It is printed once, where it leaves the program. No code parses the printed text,
// because keys and values of the object in the text may look like an error. Owns its texts.
struct FieldError {
  ErrorKind kind = ErrorKind::kInvalid;
  std::string field;                       // field in the server's notation; "<nil>" if the server names none
  PathSteps path = {};                     // steps to the field, even if the server names none
  std::string value = {};                  // the invalid value as printed; empty: the error has no value
  std::string detail = {};                 // may be empty
  std::string_view keyword = {};           // violated keyword of the schema, in static storage; may be empty
  std::optional<std::int64_t> limit = {};  // value of the keyword, if it is a limit

  // Returns the text without the field: "Invalid value: 7: should be less than 5".
  std::string Body() const;
  // Returns the text with the field: "spec.a: Invalid value: 7: should be less than 5".
  std::string Text() const;
  // Returns the size of Text().
  std::size_t bytes() const;

  friend bool operator==(const FieldError&, const FieldError&) = default;
};

// Returns the name that errors print: "Invalid value".
//
// Upstream: field/errors.go ErrorType.String.
std::string_view NameOf(ErrorKind kind);

// Returns the text of each error, as a server prints it.
std::vector<std::string> TextsOf(std::span<const FieldError> errors);

// The detail of an error about a field that must not change.
//
// Upstream: apimachinery pkg/api/validation/objectmeta.go FieldImmutableErrorMsg (v0.37.2).
inline constexpr std::string_view kFieldIsImmutable = "field is immutable";

// Return an error about `field`, which is a result of ObjectPath::Field.
FieldError RequiredError(FieldName field, std::string_view detail = {});
FieldError InvalidError(FieldName field, const json::Value& bad, std::string_view detail);
// Returns the same error as InvalidError for a value that is already printed.
FieldError InvalidJsonError(FieldName field, std::string_view json, std::string_view detail);
FieldError DuplicateError(FieldName field, const json::Value& bad);
FieldError ForbiddenError(FieldName field, std::string_view detail);
FieldError NotSupportedError(FieldName field, const json::Value& bad, std::span<const std::string> supported);
FieldError TooLongError(FieldName field, std::int64_t max);
FieldError TooManyError(FieldName field, std::int64_t actual, std::int64_t max);
// Returns an error that consists of a server's message. `path` is the path of the value in the message.
FieldError MessageError(std::string text, PathSteps path = {});
// base::kTruncated.
FieldError CutShortError();

// The errors that an operation finds, within a budget of text (base::OutputBudget). Owns its errors. Not thread-safe.
// Memory: at most the budget, the same size again plus 4 bytes a step for paths, and one error.
class FieldErrorList {
 public:
  void Add(FieldError error);
  // Adds the errors of another list. If that list is incomplete, this one becomes incomplete, too.
  void Append(std::vector<FieldError> errors);
  // Charges an error that is already in the list.
  void Repeat(std::size_t bytes) { budget_.Make(bytes); }

  bool full() const { return budget_.exhausted(); }  // further errors are dropped
  bool empty() const { return kinds_ == 0; }
  // Whether an error of this kind was added, even if its text did not fit.
  bool Has(ErrorKind kind) const { return (kinds_ & Bit(kind)) != 0; }

  // Returns the errors in the order in which they were added, followed by CutShortError if errors were dropped.
  std::vector<FieldError> Take() &&;

 private:
  static constexpr unsigned Bit(ErrorKind kind) { return 1u << static_cast<unsigned>(kind); }

  base::OutputBudget budget_;
  std::vector<FieldError> errors_;
  unsigned kinds_ = 0;
};

// Validates names. Each function returns Kubernetes' messages why a name is invalid, or none if it is valid.
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
// Validates a name in the path of a URL. `prefix`: the server will append characters to the name.
Reasons ValidatePathSegmentName(std::string_view name, bool prefix);
// Validates "group/version" or "version".
Reasons ValidateGroupVersion(std::string_view text);

}  // namespace structural::kubernetes
