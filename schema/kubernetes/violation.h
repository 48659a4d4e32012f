// Violation: one reason why a schema is not structural. It is a result, not an Error.
//
// Its text equals what Kubernetes writes into the condition's message, byte for byte:
//   spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root
//
// Upstream: k8s.io/apimachinery pkg/util/validation/field/errors.go Error (v0.37.2).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/kubernetes/path.h"

namespace structural::kubernetes {

struct Violation {
  std::string_view rule;   // the rule's id; static storage
  std::string text;        // the whole of it, as Kubernetes prints it
  std::size_t field_size;  // how much of the text is the path

  std::string_view field() const { return std::string_view(text).substr(0, field_size); }
  // "Required value: must be specified"
  std::string_view body() const { return std::string_view(text).substr(field_size + 2); }
};

// The constructors of the kinds of errors that the rules use. `rule` must have static storage.
// `detail` may be empty.
Violation Required(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Forbidden(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation Invalid(std::string_view rule, const FieldPath& path, std::string_view bad_value,
                  std::string_view detail);
// The value as it is printed, for those that are no string in Go.
Violation InvalidPrinted(std::string_view rule, const FieldPath& path, std::string_view value,
                         std::string_view detail);
Violation InvalidTrue(std::string_view rule, const FieldPath& path, std::string_view detail);
Violation InvalidFalse(std::string_view rule, const FieldPath& path, std::string_view detail);
// `supported` as it is printed: "\"None\", \"Webhook\"".
Violation NotSupported(std::string_view rule, const FieldPath& path, std::string_view bad_value,
                       std::string_view supported);

// What the condition's message says of them: one text stands bare, several as "[a, b]"; a repeated
// text counts once. Empty for no violations.
//
// Upstream: field/errors.go ErrorList.ToAggregate and util/errors aggregate.Error (v0.37.2).
std::string Message(std::span<const Violation> violations);

}  // namespace structural::kubernetes
