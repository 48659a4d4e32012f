// Errors about a field of an object, in Kubernetes' words:
//   spec.image: Invalid value: "x": must be a string
//
// Upstream: apimachinery pkg/util/validation/field/errors.go (v0.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/json/value.h"

namespace structural::kubernetes {

enum class ErrorKind : std::uint8_t { kRequired, kInvalid, kDuplicate, kForbidden, kNotSupported, kTooLong, kTooMany };

// FieldError: an error as a server prints it, and its kind. Code that needs the kind reads `kind`, never the text: the text
// contains keys and values of the object, which may look like an error.
struct FieldError {
  ErrorKind kind = ErrorKind::kInvalid;
  std::string text;
};

// `field` is what ObjectPath::Field gives.
FieldError RequiredError(std::string_view field, std::string_view detail = {});
FieldError InvalidError(std::string_view field, const json::Value& bad, std::string_view detail);
// The same for a value that Go prints as JSON.
FieldError InvalidJsonError(std::string_view field, std::string_view json, std::string_view detail);
FieldError DuplicateError(std::string_view field, const json::Value& bad);
FieldError ForbiddenError(std::string_view field, std::string_view detail);
FieldError NotSupportedError(std::string_view field, const json::Value& bad,
                             std::span<const std::string> supported);
FieldError TooLongError(std::string_view field, std::int64_t most);
FieldError TooManyError(std::string_view field, std::int64_t actual, std::int64_t most);

// The errors that an operation finds, within a budget (base::TextList). Owns its texts. Not thread-safe.
class FieldErrorList {
 public:
  void Add(FieldError error) {
    kinds_ |= Bit(error.kind);
    texts_.Add(std::move(error.text));
  }
  // Counts a text that was printed, and is in the list already.
  void Repeat(std::size_t bytes) { texts_.Repeat(bytes); }

  bool full() const { return texts_.full(); }  // nothing more is added
  bool empty() const { return kinds_ == 0; }
  // Whether an error of this kind was added, also if its text did not fit.
  bool Has(ErrorKind kind) const { return (kinds_ & Bit(kind)) != 0; }

  // As base::TextList::Take.
  std::vector<std::string> Take() && { return std::move(texts_).Take(); }

 private:
  static constexpr unsigned Bit(ErrorKind kind) { return 1u << static_cast<unsigned>(kind); }

  base::TextList texts_;
  unsigned kinds_ = 0;
};

// What Kubernetes says of names: the reasons against one, none where it is fine.
//
// Upstream: apimachinery pkg/api/validate/content, pkg/util/validation (v0.37.2).

using Reasons = std::vector<std::string>;

Reasons ValidateDNS1035Label(std::string_view name);
Reasons ValidateDNS1123Label(std::string_view name);
// Of custom resources.
Reasons ValidateDNS1123Subdomain(std::string_view name);
// Keys of labels and annotations, finalizers: "example.com/name".
Reasons ValidateQualifiedName(std::string_view name);
Reasons ValidateLabelValue(std::string_view value);
// What becomes part of a URL's path; of a prefix less is known.
Reasons ValidatePathSegmentName(std::string_view name, bool prefix);
// "group/version" or "version".
Reasons ValidateGroupVersion(std::string_view text);

}  // namespace structural::kubernetes
