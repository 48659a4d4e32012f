// The check of a value against the compiled checks of a schema.
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

// One error of a value, in the server's wording. Failures with equal messages count once.
//
// A check can run without texts: most branches of an anyOf fail without effect, and most objects are valid. A first
// check then only finds out whether anything fails, and a second one makes the texts.
//
// Upstream: kube-openapi pkg/validation/errors/schema.go, and apiserver/validation/validation.go
// kubeOpenAPIResultToFieldErrors (v0.37.2).
struct Failure {
  std::string message;           // kube-openapi's, which names the place as kube-openapi does
  kubernetes::FieldError error;  // the API server's
};

// The result for one schema and one value. `matches` measures how much of the schema the value fits: if all branches
// fail, the errors of the one with most matches are reported.
struct Outcome {
  int matches = 0;
  bool failed = false;
  std::vector<Failure> failures;
  std::size_t bytes = 0;  // size of all errors in `failures`

  void Merge(Outcome&& other);
};

// Makes failures with texts until a budget is exhausted; afterwards, only marks the outcome as failed. A text costs work,
// too. `prefix`: text before the path in errors; may be empty.
class Reporter {
 public:
  // Creates failures without texts. `work` must outlive the reporter; null: no limit.
  explicit Reporter(base::WorkBudget* work = nullptr) : work_(work) {}
  // Creates failures with texts. Both budgets must outlive the reporter; `work` may be null.
  Reporter(const kubernetes::FieldName& prefix, base::OutputBudget& budget, base::WorkBudget* work = nullptr)
      : prefix_(&prefix), budget_(&budget), work_(work) {}
  // Returns a reporter without texts that shares the budget of work.
  Reporter Silent() const { return Reporter(work_); }

  // Spends units of work. Returns false if none are left; the caller must then treat the value as invalid.
  bool Spend(std::size_t units) const { return work_ == nullptr || work_->Spend(units); }
  bool has_texts() const {
    return budget_ != nullptr && !budget_->exhausted() && !(work_ != nullptr && work_->exhausted());
  }
  // Refunds the text budget that a dropped outcome has used.
  void Drop(const Outcome& outcome) const {
    if (budget_ != nullptr) budget_->Refund(outcome.bytes);
  }

  // Add a failure of one kind. Each marks the outcome as failed, and adds a text if has_texts().
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
  void Forbidden(const kubernetes::ObjectPath& at, std::string_view key, Outcome& to) const;
  // Adds the message "PLACE in body BEFORE limit AFTER".
  void Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
               std::string_view before, std::int64_t limit, std::string_view after, Outcome& to) const;
  // Adds the message "PLACE in body DETAIL".
  void Invalid(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
               std::string_view detail, Outcome& to) const;
  // Adds a complete message that names its place, but does not begin with "PLACE in body".
  void InvalidPlain(const kubernetes::ObjectPath& at, std::string_view keyword, const json::Value& bad,
                    std::string_view message, Outcome& to) const;
  // Adds a message about a place, in an error whose field does not name this place.
  void Unplaced(const kubernetes::ObjectPath& at, std::string_view keyword, std::string message, Outcome& to) const;

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

// Checks `value` at the path `at`, and all values inside it. Without texts, stops at the first failure. Values that an
// update does not change are not checked, except inside allOf, anyOf, oneOf and not.
//
// Upstream: kube-openapi pkg/validation/validate SchemaValidator.Validate;
// apiserver/validation/ratcheting.go ratchetingValueValidator (v0.37.2).
void CheckValue(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                const Reporter& report, Outcome& to, const crd::Correlated& update = {});

// Checks anyOf, oneOf, allOf and not.
//
// Upstream: kube-openapi pkg/validation/validate schema_props.go.
void CheckComposition(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                      const Reporter& report, Outcome& to);

// Upstream: kube-openapi pkg/validation/validate type.go, values.go, validator.go.
void CheckType(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to);
void CheckEnum(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at, const Reporter& report,
               Outcome& to);
// Precondition: value.is_string().
void CheckString(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                 const Reporter& report, Outcome& to);

// Returns Go's int64(value) on amd64: the smallest integer if the value is out of range.
std::int64_t TruncateToInt64(double value);

// Whether a double is close enough to an integer of 53 bits.
//
// Upstream: go-openapi/swag conv IsFloat64AJSONInteger.
bool IsJsonInteger(double value);

// Precondition: value.is_number().
//
// Upstream: kube-openapi pkg/validation/validate validator.go numberValidator, values.go.
void CheckNumber(const Checks& checks, const json::Value& value, const kubernetes::ObjectPath& at,
                 const Reporter& report, Outcome& to);

}  // namespace structural::objects
