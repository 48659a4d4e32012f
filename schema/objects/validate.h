// ValidateValue checks a custom resource against its schema.
//
// It does not evaluate rules in x-kubernetes-validations (CEL). HasRules returns whether a schema has such rules.
#pragma once

#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/correlated.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/format.h"
#include "schema/kubernetes/releases.h"

namespace structural::objects {

// Checks: a schema, compiled for the validation of values.
//
// Plain data in an Arena. Immutable; safe to read from several threads.
//
// Upstream: kube-openapi pkg/validation/validate, applied to the spec.Schema that apiextensions creates.
struct Checks;

// The checks of one property.
struct FieldChecks {
  std::string_view key;
  const Checks* value;
};

using crd::Limits;

struct Checks {
  std::string_view types[2];
  std::size_t type_count = 0;
  bool nullable = false;
  bool forbids_additional_properties = false;
  std::string_view format;
  const kubernetes::Format* known_format = nullptr;
  std::string_view pattern;
  const Limits* limits = nullptr;  // null: none
  std::span<const json::Value> enumeration;
  std::span<const std::string_view> required;
  std::span<const FieldChecks> properties;  // sorted by key
  const Checks* additional_properties = nullptr;
  const Checks* items = nullptr;
  std::span<const Checks* const> all_of;
  std::span<const Checks* const> one_of;
  std::span<const Checks* const> any_of;
  const Checks* not_schema = nullptr;
  // whether too few items or properties are reported as kTooFew (since kFirstMinorWithTooFew)
  bool reports_too_few = false;

  bool HasType(std::string_view type) const {
    return (type_count > 0 && types[0] == type) || (type_count > 1 && types[1] == type);
  }
};

// The first minor release that reports too few items or properties as an error of kind kTooFew. Older releases report
// an error of kind kInvalid.
inline constexpr int kFirstMinorWithTooFew = 38;

// How values are compared with the numbers in an enum: with the numbers as written in the CRD, or with those that a
// server reads after it has stored the CRD. (It stores 1.0 as 1.)
enum class EnumNumbers { kAsWritten, kAsStored };

// Compiles the checks for custom resources. Omits formats that the server does not check for the schema's type. A value
// with x-kubernetes-int-or-string must be an integer or a string. The result points into `schema` and its text.
// `minor`: the minor version of Kubernetes whose errors are reported, 1.minor.
// Precondition: the schema has a structural form.
//
// Upstream: apiserver/validation/validation.go ConvertJSONSchemaPropsWithPostProcess,
// formats.go StripUnsupportedFormatsPostProcessorForVersion (v0.37.2).
const Checks* CompileChecks(const crd::JSONSchemaProps& schema, base::Arena& arena,
                            EnumNumbers numbers = EnumNumbers::kAsWritten, int minor = kubernetes::kDefaultMinor);

// Compiles the checks for defaults. Unlike those for custom resources, they have all formats, and a value with
// x-kubernetes-int-or-string can have any type.
//
// Upstream: schema/kubeopenapi.go ToKubeOpenAPI (v0.37.2).
const Checks* CompileChecks(const crd::Structural& schema, base::Arena& arena, int minor = kubernetes::kDefaultMinor);

// Returns the errors of a value: type, nullable, value validations and formats, each error with its keyword. Empty if
// the value is valid. `prefix` is the text before the field in each error; it may be empty. A list that would be too
// long is cut off, and ends with TruncatedError. If `update` has an old value
// (CorrelatedValue), values that the update does not change have no errors.
//
// `work` is the work limit; null: unlimited. If it is exhausted, the list is incomplete.
//
// Upstream: apiserver/validation/validation.go ValidateCustomResource, ValidateCustomResourceUpdate (v0.37.2).
std::vector<kubernetes::FieldError> ValidateValue(const kubernetes::FieldName& prefix, const Checks& checks,
                                                  const json::Value& value, const crd::CorrelatedValue& update = {},
                                                  base::WorkBudget* work = nullptr);

// Whether the schema has rules in x-kubernetes-validations, which ValidateValue does not evaluate but a server does.
bool HasRules(const crd::Structural& schema);

}  // namespace structural::objects
