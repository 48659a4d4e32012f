// CheckValue checks a value against Checks, the compiled checks of a schema.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/correlated.h"
#include "schema/json/value.h"
#include "schema/kubernetes/field_error.h"
#include "schema/kubernetes/object_path.h"
#include "schema/objects/validate.h"

namespace structural::objects {

// One error of a value. If several failures have the same message, a server reports only the first one.
//
// Texts are expensive, and often not needed: failures in most branches of an anyOf have no effect, and most objects are
// valid. Therefore, the first check of a value runs without texts. Only if it fails, a second check creates the texts.
//
// Upstream: kube-openapi pkg/validation/errors/schema.go, and apiserver/validation/validation.go
// kubeOpenAPIResultToFieldErrors (v0.37.2).
struct Failure {
  std::string message;           // kube-openapi's message, with kube-openapi's name of the field
  kubernetes::FieldError error;  // the error as the API server reports it
};

// The result of checking one value against one schema. `matches` counts the passed checks: if all branches of an anyOf
// or oneOf fail, the server reports the errors of the branch with the most matches.
struct Outcome {
  int matches = 0;
  bool failed = false;
  std::vector<Failure> failures;
  std::size_t bytes = 0;  // size of all errors in `failures`

  void Merge(Outcome&& other);
};

// Records failures. Until the text budget or the work budget is exhausted, a failure has texts, which are charged to
// both budgets. Afterwards, a failure only marks the outcome as failed. `prefix` is the text before the path in errors;
// may be empty.
class Reporter {
 public:
  // Creates a reporter that records failures without texts. `work` must outlive it; null: unlimited work.
  explicit Reporter(base::WorkBudget* work = nullptr) : work_(work) {}
  // Creates a reporter that records failures with texts. Both budgets must outlive it; `work` may be null: unlimited
  // work.
  Reporter(const kubernetes::FieldName& prefix, base::OutputBudget& budget, base::WorkBudget* work = nullptr)
      : prefix_(&prefix), budget_(&budget), work_(work) {}
  // Returns a reporter without texts that shares the budget of work.
  Reporter WithoutTexts() const { return Reporter(work_); }

  // Charges units of work. Returns false if the work budget is exhausted; the caller must then stop, and treat the
  // value as invalid.
  bool Spend(std::size_t units) const { return work_ == nullptr || work_->Spend(units); }
  // Whether a failure gets texts: no budget is exhausted, and the reporter was created with texts.
  bool has_texts() const {
    return budget_ != nullptr && !budget_->exhausted() && !(work_ != nullptr && work_->exhausted());
  }
  // Gives the bytes of `outcome`, which is dropped, back to the text budget.
  void Refund(const Outcome& outcome) const {
    if (budget_ != nullptr) budget_->Refund(outcome.bytes);
  }

  // Each of the functions below records a failure of one kind: marks the outcome as failed and, if has_texts(), adds
  // the texts.
  void InvalidType(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                   Outcome& to) const;
  void InvalidFormat(const kubernetes::ObjectPath& at, std::string_view wanted, std::string_view found,
                     Outcome& to) const;
  void Required(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const;
  void NotInEnum(const kubernetes::ObjectPath& at, const json::Value& value, std::span<const json::Value> allowed,
                 Outcome& to) const;
  void TooLong(const kubernetes::ObjectPath& at, std::int64_t max, Outcome& to) const;
  void TooMany(const kubernetes::ObjectPath& at, std::string_view things, std::int64_t actual, std::int64_t max,
               Outcome& to) const;
  // Records that a list or object has too few elements. `keyword`: minItems or minProperties. `as_too_few`:
  // Checks::reports_too_few, which determines the kind of the error.
  void TooFew(const kubernetes::ObjectPath& at, std::string_view keyword, std::int64_t actual, std::int64_t min,
              bool as_too_few, Outcome& to) const;
  void Forbidden(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const;
  // Records a failure with the message "FIELD in body BEFORE LIMIT AFTER".
  void Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
               std::string_view before, std::int64_t limit, std::string_view after, Outcome& to) const;
  // Records a failure with the message "FIELD in body DETAIL".
  void Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
               std::string_view detail, Outcome& to) const;
  // Records a failure with the message `message`, which contains the field, but does not begin with "FIELD in body".
  void InvalidPlain(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
                    std::string_view message, Outcome& to) const;
  // Records a failure whose message contains the field, while the field of its FieldError is that of the whole object.
  void AddWithoutField(const kubernetes::ObjectPath& at, std::string_view keyword, std::string message,
                       Outcome& to) const;

 private:
  void Add(Outcome& to, std::string message, kubernetes::FieldError error, std::string_view keyword,
           std::optional<std::int64_t> limit = {}) const;
  void WrongType(const kubernetes::ObjectPath& at, std::string_view keyword, std::string_view wanted,
                 std::string_view found, Outcome& to) const;
  kubernetes::FieldName Field(const kubernetes::ObjectPath& at, std::string_view name) const;

  const kubernetes::FieldName* prefix_ = nullptr;
  base::OutputBudget* budget_ = nullptr;
  base::WorkBudget* work_ = nullptr;
};

// Checks `value` at the path `at`, and all values inside it. A reporter without texts ends the check at the first
// failure. Values that an update does not change are not checked, except inside allOf, anyOf, oneOf and not.
//
// Upstream: kube-openapi pkg/validation/validate SchemaValidator.Validate;
// apiserver/validation/ratcheting.go ratchetingValueValidator (v0.37.2).
void CheckValue(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                const Reporter& report, Outcome& to, const crd::CorrelatedValue& update = {});

// Checks a value against anyOf, oneOf, allOf and not.
//
// Upstream: kube-openapi pkg/validation/validate schema_props.go.
void CheckComposition(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                      const Reporter& report, Outcome& to);

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
void CheckType(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to);
void CheckEnum(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to);
// Checks a string against maxLength, minLength, pattern and the format. Precondition: value.is_string().
void CheckString(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                 const Reporter& report, Outcome& to);

// Returns Go's int64(value) on amd64: the smallest integer if the value is out of range.
std::int64_t TruncateToInt64(double value);

// Whether a double equals an integer of at most 53 bits, apart from a rounding error.
//
// Upstream: go-openapi/swag conv IsFloat64AJSONInteger.
bool IsJsonInteger(double value);

// Checks a number against its limits and its format. Precondition: value.is_number().
//
// Upstream: kube-openapi pkg/validation/validate validator.go numberValidator, values.go.
void CheckNumber(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                 const Reporter& report, Outcome& to);

}  // namespace structural::objects
